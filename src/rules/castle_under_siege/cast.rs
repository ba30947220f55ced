//! An assault or a day's bombardment of a siege settled by a game (CU-6, CP-3.5): the garrison cast into counters and its walls
//! into structures, and what befell them back into fates of men and damages of walls.

use super::castle::{Castle, SectionKind, Strength, StructureId};
use super::log::{line, sentence};
use super::state::{Agreed, Counter, Health, Position, Reckoning, Role};
use super::tables::{Rounds, Tables};
use super::{Craft, Engineer, Event};
use crate::rules::battle::{Battered, Fate, Fighter, Man, ManReport, Occasion, Plan, Report, Spoils, StormedPlace};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{BySide, Class, Side};
use crate::rules::game::{NullSink, Sink};
use crate::rules::geometry::Heading;
use crate::rules::house::otherwise;
use crate::rules::kept::RecordForm;
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{House, Recalled, RecordError, Settles, Unfit, everybody_there};
use crate::rules::siege;
use crate::rules::telling::Line;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The men one counter stands for.
type Shares = Vec<Vec<Man>>;

/// An assault or a bombardment cast into a game.
#[derive(Clone, Debug)]
pub struct Bombardment {
    plan: Plan,
    place: StormedPlace,
    tables: Arc<Tables>,
    walls: Arc<siege::Tables>,
    soldiers: Shares,
    priests: Shares,
    /// Whether it was kept in the first form: all the ammunition for an assault, and damages that begin rounded down.
    first_form: bool,
}

/// How its records are kept.
const FORM: RecordForm = RecordForm { banneret: "castle under siege", format: <Bombardment as Settles>::FORMAT };

/// What an assault or a bombardment of a siege needs to be settled so (CU-6.1), or every fault.
fn stormed(plan: &Plan) -> Result<StormedPlace, Unfit> {
    let Some(place) = plan.storm.clone().filter(|place| !place.sally && place.stretches > 0) else {
        return Err(Unfit(vec![
            "Castle under Siege settles assaults and bombardments of a stronghold by its besiegers, and this is neither (CU-6.1)"
                .to_owned(),
        ]));
    };
    let mut faults = Vec::new();
    if place.engines == 0 {
        let name = &plan.hosts.attacker.name;
        faults.push(format!("{name} has no mangonel and no trebuchet to throw with: build one first (CU-6.1)"));
    }
    if !plan.hosts.defender.men().any(fights) {
        faults.push(format!("{} has nobody but clerics, and no soldier for the castle", plan.hosts.defender.name));
    }
    if faults.is_empty() { Ok(place) } else { Err(Unfit(faults)) }
}

/// Such as `14 soldier counters`.
fn counters_of(count: usize, role: Role) -> String {
    format!("{count} {role} counter{}", if count == 1 { "" } else { "s" })
}

fn fights(fighter: &Fighter) -> bool {
    fighter.profile.class != Class::Cleric
}

/// Men shared among so many counters as evenly as they go, the first with one more; a counter stands for one man at least.
fn shares(men: &[Man], counters: u8) -> Shares {
    let counters = men.len().min(usize::from(counters));
    let (each, more) = (men.len() / counters.max(1), men.len() % counters.max(1));
    let mut men = men.iter().copied();
    (0..counters).map(|counter| men.by_ref().take(each + usize::from(counter < more)).collect()).collect()
}

/// The structures of each stretch of the line assaulted (CU-6.3): those of the ring, in turn round the court, shared out; the
/// keep for each of the last line.
fn stretches(place: &StormedPlace) -> Vec<Vec<StructureId>> {
    let castle = Castle::get();
    let (mut ring, keep): (Vec<_>, Vec<_>) =
        castle.structure_ids().partition(|&id| castle.structure(id).kind != SectionKind::Keep);
    if place.keep {
        return (0..place.stretches).map(|_| keep.clone()).collect();
    }
    let middle = castle.bounds().middle();
    ring.sort_by_key(|&id| Heading::of(middle.to(castle.plot_of(id).middle())).number());
    let stretches = usize::from(place.stretches);
    let share = |stretch: usize| {
        let of = ring.iter().enumerate().filter(|(n, _)| n * stretches / ring.len() == stretch);
        let of: Vec<StructureId> = of.map(|(_, &id)| id).collect();
        // Of a line of more stretches than there are structures some share one.
        if of.is_empty() { vec![ring[stretch * ring.len() / stretches]] } else { of }
    };
    (0..stretches).map(share).collect()
}

/// The structure of a stretch that begins with its damages: a wall before a gatehouse, and this before a tower.
fn weakest(stretch: &[StructureId]) -> Option<StructureId> {
    let strength = |id: &StructureId| match Castle::get().structure(*id).kind {
        SectionKind::Wall => 0,
        SectionKind::Gatehouse => 1,
        _ => 2,
    };
    stretch.iter().copied().min_by_key(strength)
}

/// What befalls the men of counters (CU-6.5): half of them the worse fate and half the better; the lot decides who, and about
/// the odd one.
fn halves(men: &[Man], fates: [Fate; 2], lots: &mut impl Dice) -> Vec<(Man, Fate)> {
    let mut left = men.to_vec();
    let odd = men.len() % 2 == 1 && lots.lot("CP-3.5 which fate", 2) == 0;
    let worse = men.len() / 2 + usize::from(odd);
    let mut befell = Vec::new();
    while !left.is_empty() {
        let fate = fates[usize::from(befell.len() >= worse)];
        befell.push((left.swap_remove(lots.lot("CP-3.5 which man", left.len())), fate));
    }
    befell
}

impl Bombardment {
    /// The shots of a day's bombardment, one more for a strong battery (CU-6.7), or of an assault (CU-6.9); none where all the
    /// ammunition is there to be shot.
    fn shots(&self) -> Option<u8> {
        let (day, assault) = (&self.tables.bombardment, &self.tables.assault);
        if self.place.is_bombarded() {
            return Some(day.shots + u8::from(self.place.battery >= day.more_from));
        }
        let BySide { attacker, defender } = self.who_fight();
        let shots = assault.shots.saturating_mul(attacker) / defender.max(1);
        (assault.shots > 0 && !self.first_form)
            .then(|| u8::try_from(shots.max(1)).unwrap_or(u8::MAX).min(self.all_ammunition()))
    }

    /// All that there is to be thrown (CU-1.4).
    fn all_ammunition(&self) -> u8 {
        let Rounds { boulder, fire, disease } = self.tables.ammunition;
        boulder.saturating_add(fire).saturating_add(disease)
    }

    /// How many of each side fight: all but its clerics.
    fn who_fight(&self) -> BySide<u32> {
        let of = |side: Side| self.plan.hosts[side].men().filter(|fighter| fights(fighter)).count() as u32;
        BySide { attacker: of(Side::Attacker), defender: of(Side::Defender) }
    }

    /// The stretches of the line, from 1, that a structure stands for (CU-6.3).
    pub fn stretches_of(&self, id: StructureId) -> Vec<u8> {
        (1u8..).zip(stretches(&self.place)).filter(|(_, of)| of.contains(&id)).map(|(stretch, _)| stretch).collect()
    }

    /// The damages of the line assaulted, by its stretches, as the siege has made them.
    fn damages(&self) -> impl Iterator<Item = &Battered> {
        self.place.battered.iter().filter(|battered| battered.line == self.place.held + 1)
    }

    /// Damages that demolish a stretch of wall, its outer and its inner side (SG-1.4).
    fn demolished(&self) -> u8 {
        self.walls.walls.outer + self.walls.walls.inner
    }

    /// The points of a structure that so many damages of its stretch take, never its last (CU-6.3).
    fn points_lost(&self, points: u8, damages: u8) -> u8 {
        let demolished = u16::from(self.demolished()).max(1);
        let lost = u16::from(damages) * u16::from(points);
        let lost = if self.first_form { lost / demolished } else { lost.div_ceil(demolished) };
        (lost as u8).min(points.saturating_sub(1))
    }

    /// The stretches that are worse than before the game, as it has left them: an assault leaves the damages that stand for
    /// what structures it has hurt are without (CU-6.4); a bombardment adds to those that were there (CU-6.7).
    fn battered(&self, game: &Position) -> Vec<Battered> {
        let line = self.place.held + 1;
        let mut all = Vec::new();
        let demolished = u16::from(self.demolished());
        let walls = &self.walls.walls;
        let began = self.begin(&mut NullSink);
        let damages_of = |id: &StructureId| {
            let (points, left) = (game.points_whole(*id), game.points_left(*id));
            (u16::from(points - left) * demolished / u16::from(points.max(1))) as u8
        };
        for (stretch, structures) in (0u8..).zip(stretches(&self.place)) {
            let before = self.damages().find(|known| known.stretch == stretch);
            let before = before.map_or((0, 0), |known| (known.outer, known.inner));
            let worse = |id: &&StructureId| game.points_left(**id) < began.points_left(**id);
            let mut hurt = structures.iter().filter(worse).peekable();
            let damages = if self.place.is_bombarded() {
                let more = u8::from(hurt.peek().is_some());
                let falls = hurt.any(|id| game.points_left(*id) == 0);
                (before.0 + before.1 + more).max(if falls { walls.outer } else { 0 })
            } else {
                hurt.map(damages_of).max().unwrap_or(0)
            };
            let outer = damages.min(walls.outer).max(before.0);
            let inner = damages.saturating_sub(walls.outer).min(walls.inner).max(before.1);
            if (outer, inner) != before {
                all.push(Battered { line, stretch, stretches: self.place.stretches, outer, inner });
            }
        }
        all
    }

    /// How many in a hundred of those who storm an assault costs them (CU-6.8); a bombardment costs nobody.
    fn costs(&self, game: &Position) -> u32 {
        let costs = &self.tables.assault;
        let left = |person: &&Counter| person.role == Role::Soldier && person.health == Health::Able;
        let soldiers = game.people().iter().filter(left).count() as u32;
        match game.ending().map(|ending| ending.winner()) {
            _ if self.place.is_bombarded() => 0,
            Some(Side::Attacker) => costs.won + soldiers / costs.soldiers,
            Some(Side::Defender) => costs.thrown_back + soldiers / costs.soldiers,
            None => 0,
        }
    }

    /// What befalls those who storm (CU-6.8): half of those it costs are dead and half wounded.
    fn stormers(&self, game: &Position, lots: &mut impl Dice) -> Vec<(Man, Fate)> {
        let mut storm: Vec<Man> =
            self.plan.hosts.attacker.men().filter(|fighter| fights(fighter)).map(|fighter| fighter.man).collect();
        let lost = (storm.len() * self.costs(game).min(100) as usize).div_ceil(100);
        let fallen: Vec<Man> =
            (0..lost).map(|_| storm.swap_remove(lots.lot("CP-3.5 which man", storm.len()))).collect();
        halves(&fallen, [Fate::Dead, Fate::Wounded], lots)
    }

    /// The counters of a kind, with how each is at the end and the men it stands for.
    fn counters<'a>(&'a self, game: &'a Position, role: Role) -> impl Iterator<Item = (Health, &'a Vec<Man>)> {
        let men = if role == Role::Priest { &self.priests } else { &self.soldiers };
        game.people().iter().filter(move |person| person.role == role).map(|person| person.health).zip(men)
    }
}

impl Settles for Bombardment {
    type Game = Position;
    type Captain = Engineer;

    const RULES: Ruleset = Ruleset::CastleUnderSiege;
    const FORMAT: u32 = 2;
    const FOLLOWS_MEN: bool = false;
    const HAS_GROUND: bool = false;
    const HOLDS_ALL: bool = true;
    const OCCASIONS: &[Occasion] = &[Occasion::Walls, Occasion::Bombardment];

    fn cast(plan: &Plan, house: &House) -> Result<Bombardment, Unfit> {
        everybody_there(plan)?;
        let place = stormed(plan)?;
        let bad = |error: crate::rules::house::HouseError| Unfit(vec![error.to_string()]);
        let mut tables = (*Tables::by(house).map_err(bad)?).clone();
        let walls = siege::Tables::by(house).map_err(bad)?;
        let of = |cleric: bool| -> Vec<Man> {
            let men = plan.hosts.defender.men().filter(|fighter| fights(fighter) != cleric);
            men.map(|fighter| fighter.man).collect()
        };
        let soldiers = shares(&of(false), tables.counters.soldier);
        let priests = shares(&of(true), tables.counters.priest);
        (tables.counters.soldier, tables.counters.priest) = (soldiers.len() as u8, priests.len() as u8);
        Ok(Bombardment {
            plan: plan.clone(),
            place,
            tables: Arc::new(tables),
            walls,
            soldiers,
            priests,
            first_form: false,
        })
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn house(&self) -> House {
        otherwise(self.tables.house_values().iter().chain(self.walls.house_values()))
    }

    /// How the garrison became counters and its walls a castle, in a few sentences (CU-6.2, CU-6.3).
    fn about(&self) -> String {
        let told = |men: &Shares, role: Role| {
            let count: usize = men.iter().map(Vec::len).sum();
            let (man, counters) = (if count == 1 { "man" } else { "men" }, men.len());
            format!("{count} {man} as {}", counters_of(counters, role))
        };
        let mut garrison = vec![told(&self.soldiers, Role::Soldier)];
        if !self.priests.is_empty() {
            garrison.push(told(&self.priests, Role::Priest));
        }
        let castle = match (self.place.keep, self.place.strong) {
            (true, _) => "the last line is the keep, and of all that may fall only it wins",
            (false, true) => "a castle of powerful strength",
            (false, false) => "a castle of average strength",
        };
        let BySide { attacker, defender } = self.who_fight();
        let why = if self.place.is_bombarded() {
            "CU-6.7".to_owned()
        } else {
            let each = self.tables.assault.shots;
            format!("{each} for each of the {attacker} who fight to one of {defender}, CU-6.9")
        };
        let what = match self.shots() {
            None => "".to_owned(),
            Some(1) => format!("; 1 shot ({why})"),
            Some(shots) => format!("; {shots} shots ({why})"),
        };
        let hurt = if self.damages().next().is_some() { ", its walls as the siege left them" } else { "" };
        let name = &self.plan.hosts.defender.name;
        let costs = &self.tables.assault;
        let cost = if self.place.is_bombarded() {
            "The besiegers lose nobody by it (CU-6.7).".to_owned()
        } else {
            format!(
                "It costs the assailants {} in a hundred if the line is won and {} if it is not, and one more for each {} \
                 soldiers left uninjured, what is left over not counted (CU-6.8).",
                costs.won, costs.thrown_back, costs.soldiers
            )
        };
        format!("{name}: {}; {castle}{hurt}{what} (CU-6). {cost}", garrison.join(", "))
    }

    fn begin(&self, _sink: &mut impl Sink<Event>) -> Position {
        let strength = if self.place.strong { Strength::Powerful } else { Strength::Average };
        let mut game = Position::new(Agreed { strength, reckoning: Reckoning::Plain }, &self.tables);
        game.shots = self.shots();
        game.keep_only = self.place.keep && !self.first_form;
        let structures = stretches(&self.place);
        for battered in self.damages() {
            let hurt = structures.get(usize::from(battered.stretch)).and_then(|stretch| weakest(stretch));
            let Some(id) = hurt else { continue };
            let whole = game.points_whole(id);
            let left = &mut game.points[usize::from(id.0)];
            *left = (whole - self.points_lost(whole, battered.outer + battered.inner)).min(*left);
        }
        game
    }

    fn captain(&self, _dice: &mut Seeded) -> Engineer {
        Engineer::of(Craft::Master)
    }

    fn report(&self, game: &Position, lots: &mut impl Dice) -> Report {
        let mut fates: BTreeMap<Man, Fate> = self.stormers(game, lots).into_iter().collect();
        // What the variant counts, whether it was played or not (CU-5).
        let killed = game.people().iter().filter(|person| person.health == Health::Killed).count() as i64;
        let half_points = BySide { attacker: 2 * killed * i64::from(self.tables.victory.counter), ..BySide::default() };
        for role in [Role::Soldier, Role::Priest] {
            for (health, men) in self.counters(game, role) {
                let befell = match health {
                    Health::Able => continue,
                    Health::Injured => [Fate::Wounded, Fate::Unhurt],
                    Health::Killed => [Fate::Dead, Fate::Wounded],
                };
                fates.extend(halves(men, befell, lots));
            }
        }
        let told = |side: Side, fighter: &Fighter| {
            let fate = match fates.get(&fighter.man) {
                None | Some(Fate::Unhurt) if fighter.wounded => Fate::Wounded,
                fate => fate.copied().unwrap_or(Fate::Unhurt),
            };
            let wounded = fighter.wounded || fate == Fate::Wounded;
            ManReport { man: fighter.man, side, fate, wounded, horse_lost: false, deeds: Vec::new() }
        };
        let men = [Side::Attacker, Side::Defender]
            .into_iter()
            .flat_map(|side| self.plan.hosts[side].men().map(move |fighter| (side, fighter)));
        let winner = game.ending().map(|ending| ending.winner());
        Report {
            men: men.map(|(side, fighter)| told(side, fighter)).collect(),
            half_points,
            winner,
            turns: Some(game.turn()),
            // Nobody comes over the walls in a bombardment.
            holds: winner.filter(|_| !self.place.is_bombarded()),
            lines: None,
            battered: self.battered(game),
            spoils: Spoils::default(),
            from_within: 0,
            by_lot: true,
            named: false,
        }
    }

    fn casting(&self, game: &Position, report: &Report) -> Vec<String> {
        let name = &self.plan.hosts.defender.name;
        let mut told = Vec::new();
        for role in [Role::Soldier, Role::Priest] {
            let (mut counters, mut men, mut killed, mut injured) = (0, 0, 0, 0);
            for (health, share) in self.counters(game, role) {
                (counters, men) = (counters + 1, men + share.len());
                killed += u32::from(health == Health::Killed);
                injured += u32::from(health == Health::Injured);
            }
            if counters > 0 {
                let man = if men == 1 { "man" } else { "men" };
                let counters = counters_of(counters, role);
                told.push(format!("{name}: {men} {man} as {counters}, {killed} of them killed and {injured} injured."));
            }
        }
        told.push(
            "Of the men of a killed counter half are dead and half wounded, of an injured one’s half are wounded; the lot \
             chose who (CU-6.5)."
                .to_owned(),
        );
        let hundredths = self.costs(game);
        if hundredths > 0 {
            let of =
                |fate: Fate| report.men.iter().filter(|man| man.side == Side::Attacker && man.fate == fate).count();
            let name = &self.plan.hosts.attacker.name;
            told.push(format!(
                "{name}: the storm cost {hundredths} in a hundred of those who fight, half of them dead and half wounded: {} \
                 dead (CU-6.8).",
                of(Fate::Dead)
            ));
        }
        match report.holds {
            Some(Side::Attacker) if self.place.keep => {
                told.push("The last line is won, and the place with all who are left in it (CU-6.6, SG-8).".to_owned());
            }
            Some(Side::Attacker) => told.push("The line is won (CU-6.6).".to_owned()),
            Some(Side::Defender) => told.push("The assault is thrown back (CU-6.6).".to_owned()),
            None => {}
        }
        let clause = if self.place.is_bombarded() { "CU-6.7" } else { "CU-6.4" };
        told.extend(report.battered.iter().map(|stretch| format!("{stretch} ({clause}).")));
        if let Some(ending) = game.ending() {
            told.push(sentence(game, &Event::Over(ending)));
        }
        told
    }

    fn line(&self, game: &Position, event: &Event) -> Option<Line> {
        Some(line(game, event))
    }

    fn record(&self, played: &Match<Position>) -> Result<Vec<u8>, RecordError> {
        let told = played.events().iter().filter_map(|event| self.line(played.position(), event));
        FORM.write(&self.plan, self.house(), played, told)
    }

    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError> {
        Ok(FORM.read(record)?.lines())
    }
}

impl Recalled for Bombardment {
    fn of_record(record: &[u8]) -> Result<(Bombardment, Decided), RecordError> {
        let kept = FORM.read(record)?;
        let first_form = kept.format < 2;
        let (battle, decided) = kept.recall::<Bombardment>()?;
        Ok((Bombardment { first_form, ..battle }, decided))
    }
}
