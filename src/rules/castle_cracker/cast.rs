//! A battle of a campaign settled by Castle Cracker (CP-3.5): armies cast into bodies of figures by arms, and what befell the
//! figures back into fates of men.

use super::field::CordField;
use super::state::{BattleSort, CrackerStage, PlayForm, Position, Troops, TroopsId, Whereabouts};
use super::tables::{CastFigures, Tables};
use super::troops::{HandArm, ShotWeapon, TroopKind};
use super::{Commanders, Event, Name, line};
use crate::rules::battle::{Fate, Fighter, Host, Man, ManReport, Occasion, Plan, Report, Spoils};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{BySide, Class, Horse, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::geometry::{Heading, INCH, Point};
use crate::rules::house::{HouseError, otherwise};
use crate::rules::kept::RecordForm;
use crate::rules::lots;
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{
    self, BattlePaper, BodiesOfTable, House, Recalled, RecordError, Settles, TableTold, Unfit, everybody_there,
};
use crate::rules::telling::Line;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// By what men are told apart when they are cast: their kind, what they shoot and what they strike with.
type Arms = (TroopKind, Option<ShotWeapon>, HandArm);

/// How armies are cast, which is as their record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CastForm {
    /// Each side's figures of its own share of men.
    EachSide,
    /// Figures of as many men on both sides.
    Both,
    /// The same; knights are heavy, and groups too small for bodies of their own go together (CP-3.5).
    Knights,
    /// The same; small groups of an arm go together whether figures are men or stand for many, and mounted shooters are light.
    Together,
    /// Cast in the same way, and no rank is wider than its men.
    Ranked,
    /// Cast in the same way, and whoever sits in a wagon is where it is.
    Seated,
}

impl CastForm {
    /// The form of a record's number.
    fn of_format(format: u32) -> CastForm {
        match format {
            0 | 1 => CastForm::EachSide,
            2 => CastForm::Both,
            3 => CastForm::Knights,
            4 => CastForm::Together,
            5 => CastForm::Ranked,
            _ => CastForm::Seated,
        }
    }

    /// The number of its records.
    fn format(self) -> u32 {
        match self {
            CastForm::EachSide => 1,
            CastForm::Both => 2,
            CastForm::Knights => 3,
            CastForm::Together => 4,
            CastForm::Ranked => 5,
            CastForm::Seated => 6,
        }
    }

    /// By which form of the rules its figures fight.
    fn played(self) -> PlayForm {
        match self {
            CastForm::EachSide | CastForm::Both | CastForm::Knights => PlayForm::First,
            CastForm::Together => PlayForm::Second,
            CastForm::Ranked => PlayForm::Third,
            CastForm::Seated => PlayForm::Fourth,
        }
    }
}

/// What a man is by his arms (CC-2, CP-3.5); nothing for a cleric, who is unarmed.
pub fn arms_of(fighter: &Fighter) -> Option<(TroopKind, Option<ShotWeapon>, HandArm)> {
    cast_as(fighter, CastForm::Seated)
}

fn cast_as(fighter: &Fighter, form: CastForm) -> Option<Arms> {
    let profile = &fighter.profile;
    if !fighter.bears_arms() {
        return None;
    }
    let mut missiles = profile.weapons.iter().filter_map(|weapon| match weapon {
        Weapon::Longbow | Weapon::Shortbow | Weapon::Sling => Some(ShotWeapon::Bow),
        Weapon::Crossbow => Some(ShotWeapon::Crossbow),
        Weapon::Handgun => Some(ShotWeapon::Musket),
        Weapon::Javelin => Some(ShotWeapon::Thrown),
        _ => None,
    });
    // Of several what shoots comes before what is thrown (CC-2.3, CP-3.5); by earlier forms the first on the roster counted.
    let shot = missiles.clone().find(|missile| *missile != ShotWeapon::Thrown && form >= CastForm::Ranked);
    let missile = shot.or_else(|| missiles.next());
    let mounted = profile.horse != Horse::None;
    let pole = |weapon: &Weapon| {
        matches!(weapon, Weapon::Pike | Weapon::Spear | Weapon::Bill | Weapon::Halberd | Weapon::Glaive)
    };
    let lance = |weapon: &Weapon| matches!(weapon, Weapon::HeavyLance | Weapon::LightLance);
    let hand = match (mounted, profile.weapons.iter().any(pole), profile.weapons.iter().any(lance)) {
        (true, _, true) => HandArm::Lance,
        (_, true, _) => HandArm::Pole,
        _ => HandArm::Small,
    };
    let shoots = matches!(missile, Some(ShotWeapon::Bow | ShotWeapon::Crossbow | ShotWeapon::Musket));
    let knight = profile.class == Class::Knight && form >= CastForm::Knights;
    let kind = match (mounted, profile.protection.number()) {
        // Archers, crossbowmen and musketeers are light, whatever they wear (CC-2.3), and on horses too but knights (CP-3.5).
        (false, ..) if shoots => TroopKind::LightFoot,
        (true, ..) if shoots && !knight && form >= CastForm::Together => TroopKind::LightHorse,
        // Knights are heavy, mounted or on foot (CP-3.5).
        (true, ..) if knight => TroopKind::HeavyHorse,
        (false, ..) if knight => TroopKind::HeavyFoot,
        (true, 1 | 2) => TroopKind::HeavyHorse,
        (true, ..) => TroopKind::LightHorse,
        (false, 1) => TroopKind::HeavyFoot,
        (false, 2 | 3) => TroopKind::MediumFoot,
        (false, ..) => TroopKind::LightFoot,
    };
    Some((kind, missile, hand))
}

/// A body of figures with the men each of them stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastBody {
    /// Its number in the game.
    pub troops: TroopsId,
    /// The men of each figure.
    pub figures: Vec<Vec<Man>>,
}

impl CastBody {
    /// Whether each of its figures is one man.
    fn is_of_single_men(&self) -> bool {
        self.figures.iter().all(|men| men.len() == 1)
    }
}

/// A battle cast into a game.
#[derive(Clone, Debug)]
pub struct CrackerBattle {
    form: CastForm,
    plan: Plan,
    tables: Arc<Tables>,
    field: Arc<CordField>,
    troops: Vec<Troops>,
    bodies: BySide<Vec<CastBody>>,
}

/// Men of one force and one sort of arms.
struct Group {
    name: String,
    arms: Arms,
    men: Vec<Man>,
}

impl Group {
    /// What those of it are called.
    fn called(&self) -> String {
        format!("the {} of {}", called(self.arms), self.name)
    }
}

/// A host's men by force and arms, in the order of the roster; of all forces by arms those groups that would come to fewer
/// figures than make a body.
fn groups(host: &Host, form: CastForm, figures: usize, fewest: usize) -> Vec<Group> {
    let by_force = grouped(host, form, true);
    let sizes: Vec<usize> = by_force.iter().map(|group| group.men.len()).collect();
    let men: usize = sizes.iter().sum();
    match form {
        CastForm::EachSide | CastForm::Both => by_force,
        // All go together, where so many figures would leave most groups one or two.
        CastForm::Knights if figures < men && by_force.len() * fewest > figures => grouped(host, form, false),
        CastForm::Knights => by_force,
        CastForm::Together | CastForm::Ranked | CastForm::Seated => {
            let shares = lots::shares(&sizes, figures.max(sizes.len()));
            together(host, by_force.into_iter().zip(shares), fewest)
        }
    }
}

/// Groups with their shares of figures: where an arm has several that are too small for a body, those are one, and what is too
/// small even so goes with the smallest other of its arm.
fn together(host: &Host, groups: impl Iterator<Item = (Group, usize)>, fewest: usize) -> Vec<Group> {
    let join = |one: &mut (Group, usize), (group, figures): (Group, usize)| {
        one.0.name.clone_from(&host.name);
        one.0.men.extend(group.men);
        one.1 += figures;
    };
    let (small, mut all): (Vec<_>, Vec<_>) = groups.partition(|(_, figures)| *figures < fewest);
    let mut joined: Vec<(Group, usize)> = Vec::new();
    for group in small {
        match joined.iter_mut().find(|(one, _)| one.arms == group.0.arms) {
            Some(one) => join(one, group),
            None => joined.push(group),
        }
    }
    for group in joined {
        let alike = all.iter_mut().filter(|(one, _)| group.1 < fewest && one.arms == group.0.arms);
        match alike.min_by_key(|(_, figures)| *figures) {
            Some(one) => join(one, group),
            None => all.push(group),
        }
    }
    all.into_iter().map(|(group, _)| group).collect()
}

fn grouped(host: &Host, form: CastForm, by_force: bool) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut from = 0;
    for force in &host.forces {
        if by_force {
            from = groups.len();
        }
        for fighter in force.units.iter().flat_map(|unit| &unit.men).chain(&force.single) {
            let Some(arms) = cast_as(fighter, form) else { continue };
            match groups[from..].iter_mut().find(|group| group.arms == arms) {
                Some(group) => group.men.push(fighter.man),
                None => {
                    let name = if by_force { &force.name } else { &host.name };
                    groups.push(Group { name: name.clone(), arms, men: vec![fighter.man] });
                }
            }
        }
    }
    groups
}

/// What men of such arms are called.
fn called((kind, missile, hand): Arms) -> &'static str {
    match (kind, missile, hand) {
        (TroopKind::LightHorse, ..) => "light horse",
        (TroopKind::HeavyHorse, ..) => "heavy horse",
        (_, Some(ShotWeapon::Bow), _) => "archers",
        (_, Some(ShotWeapon::Crossbow), _) => "crossbowmen",
        (_, Some(ShotWeapon::Musket), _) => "handgunners",
        (_, Some(_), _) => "javelins",
        (TroopKind::HeavyFoot, _, HandArm::Pole) => "heavy spears",
        (TroopKind::MediumFoot, _, HandArm::Pole) => "spears",
        (_, _, HandArm::Pole) => "light spears",
        (TroopKind::HeavyFoot, ..) => "heavy foot",
        (TroopKind::MediumFoot, ..) => "foot",
        _ => "light foot",
    }
}

/// How many figures a host of so many men is: its men, or where the larger of the two hosts has more than the limit as many as
/// leave both in the proportion they are in.
fn figures(men: usize, larger: usize, limit: usize) -> usize {
    if larger <= limit { men } else { ((men * limit + larger / 2) / larger).max(1) }
}

/// How many men of a host bear arms.
fn armed(host: &Host) -> usize {
    host.men().filter(|fighter| arms_of(fighter).is_some()).count()
}

/// Casts a host into so many figures, each group into its share.
fn cast_host(
    host: &Host,
    (side, figures): (Side, usize),
    form: CastForm,
    tables: &Tables,
    troops: &mut Vec<Troops>,
) -> Result<Vec<CastBody>, String> {
    let groups = groups(host, form, figures, tables.cast.fewest);
    let sizes: Vec<usize> = groups.iter().map(|group| group.men.len()).collect();
    if sizes.iter().sum::<usize>() == 0 {
        return Err(format!("{} has nobody who bears arms", host.name));
    }
    // Of more groups than there are to be figures each is one, so that nobody stands in none.
    let shares = lots::shares(&sizes, figures.max(groups.len()));
    let mut bodies = Vec::new();
    for (group, figures) in groups.into_iter().zip(shares) {
        let (name, count) = (group.called(), figures.div_ceil(tables.cast.body).max(1));
        // Men as even as they go: the first figures stand for one more.
        let mut men = group.men.into_iter();
        let (each, more) = (men.len() / figures.max(1), men.len() % figures.max(1));
        let mut all = (0..figures).map(|figure| men.by_ref().take(each + usize::from(figure < more)).collect());
        for body in 0..count {
            let size = figures / count + usize::from(body < figures % count);
            let of: Vec<Vec<Man>> = all.by_ref().take(size).collect();
            if of.is_empty() {
                continue;
            }
            let (kind, missile, hand) = group.arms;
            let row = tables.troop(kind);
            let id = TroopsId(troops.len() as u16);
            troops.push(Troops {
                name: name.as_str().into(),
                side,
                armour: row.armour,
                fights: row.armour,
                hand,
                missile,
                facing: if side == Side::Attacker { Heading::UP } else { Heading::DOWN },
                files: size.min(12),
                ..Troops::of(kind, size, row.base)
            });
            bodies.push(CastBody { troops: id, figures: of });
        }
    }
    Ok(bodies)
}

/// Tells bodies of one name apart, of whichever side: by the number that they have on the order of battle.
fn number_bodies(troops: &mut [Troops], form: CastForm) {
    let mut named: BTreeMap<Name, Vec<usize>> = BTreeMap::new();
    for (at, one) in troops.iter().enumerate() {
        named.entry(one.name.clone()).or_default().push(at);
    }
    for (name, alike) in named.into_iter().filter(|(_, alike)| alike.len() > 1) {
        for (place, at) in alike.into_iter().enumerate() {
            // By earlier forms they were counted from 1 among those of the name.
            let number = if form >= CastForm::Ranked { at } else { place + 1 };
            troops[at].name = format!("{name}, body {number}").into();
        }
    }
}

/// Draws a side up in rows from its own edge: foot and shooters in front by turns, horse behind; and says how deep that is.
fn draw_up(troops: &mut [Troops], side: Side, CastFigures { wide: field, margin, .. }: CastFigures) -> i32 {
    let rank = |troops: &Troops| match (troops.kind, troops.missile) {
        (TroopKind::LightHorse | TroopKind::HeavyHorse, _) => 2,
        (_, Some(_)) => 1,
        _ => 0,
    };
    let mut own: Vec<usize> = (0..troops.len()).filter(|at| troops[*at].side == side).collect();
    own.sort_by_key(|at| (rank(&troops[*at]), *at));
    let horse = own.iter().position(|at| rank(&troops[*at]) == 2).unwrap_or(own.len());
    let foot = own.iter().position(|at| rank(&troops[*at]) == 1).unwrap_or(horse);
    // Foot and shooters by turns, as far as both go.
    let mut order = Vec::new();
    let (mut one, mut other) = (own[..foot].iter(), own[foot..horse].iter());
    loop {
        let pair = (one.next(), other.next());
        order.extend(pair.0.into_iter().chain(pair.1).copied());
        if pair == (None, None) {
            break;
        }
    }
    order.extend_from_slice(&own[horse..]);
    let wide = |troops: &Troops| troops.files as i32 * troops.base + INCH;
    let deep = |troops: &Troops| troops.standing.len().div_ceil(troops.files.max(1)) as i32 * troops.base + INCH;
    let room = (field - 2 * margin) * INCH;
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    let mut used = 0;
    for (at, id) in order.iter().enumerate() {
        let starts_horse = at > 0 && rank(&troops[*id]) == 2 && rank(&troops[order[at - 1]]) != 2;
        if used > 0 && (used + wide(&troops[*id]) > room || starts_horse) {
            rows.push(Vec::new());
            used = 0;
        }
        used += wide(&troops[*id]);
        if let Some(row) = rows.last_mut() {
            row.push(*id);
        }
    }
    // The first row stands foremost; depths are counted back from it.
    let mut back = 0;
    for row in rows {
        let width: i32 = row.iter().map(|id| wide(&troops[*id])).sum();
        let mut x = (field * INCH - width) / 2;
        let depth = row.iter().map(|id| deep(&troops[*id])).max().unwrap_or(0);
        for id in row {
            let half = wide(&troops[id]) / 2;
            troops[id].at = Point::new(x + half, back);
            x += 2 * half;
        }
        back += depth;
    }
    back
}

impl CrackerBattle {
    /// The bodies of each side with the men their figures stand for.
    pub fn bodies(&self) -> &BySide<Vec<CastBody>> {
        &self.bodies
    }

    /// How many men a figure stands for on average; nothing where each is one man.
    pub fn scale(&self) -> Option<usize> {
        let sides = [Side::Attacker, Side::Defender];
        let (figures, men) =
            sides.into_iter().flat_map(|side| &self.bodies[side]).fold((0, 0), |(figures, men), body| {
                (figures + body.figures.len(), men + body.figures.iter().map(Vec::len).sum::<usize>())
            });
        (men > figures).then(|| (men + figures / 2) / figures.max(1))
    }

    /// The figures in force.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    fn new(plan: &Plan, tables: Arc<Tables>, form: CastForm) -> Result<CrackerBattle, Unfit> {
        let mut troops = Vec::new();
        let armed = BySide { attacker: armed(&plan.hosts.attacker), defender: armed(&plan.hosts.defender) };
        let larger = armed.attacker.max(armed.defender);
        let mut cast = |side: Side| {
            let larger = if form == CastForm::EachSide { armed[side] } else { larger };
            let figures = figures(armed[side], larger, tables.cast.figures);
            cast_host(&plan.hosts[side], (side, figures), form, &tables, &mut troops)
        };
        let (attacker, defender) = (cast(Side::Attacker), cast(Side::Defender));
        let bodies = match (attacker, defender) {
            (Ok(attacker), Ok(defender)) => BySide { attacker, defender },
            (one, other) => return Err(Unfit([one.err(), other.err()].into_iter().flatten().collect())),
        };
        number_bodies(&mut troops, form);
        let cast = tables.cast;
        let deep = BySide {
            attacker: draw_up(&mut troops, Side::Attacker, cast) + cast.margin * INCH,
            defender: draw_up(&mut troops, Side::Defender, cast) + cast.margin * INCH,
        };
        let depth = deep.attacker + deep.defender + cast.apart * INCH;
        for one in &mut troops {
            one.at.y = match one.side {
                Side::Attacker => deep.attacker - 2 * INCH - one.at.y,
                Side::Defender => depth - deep.defender + 2 * INCH + one.at.y,
            };
        }
        let field = CordField { zones: deep, ..CordField::open(Point::new(cast.wide * INCH, depth), 0) };
        Ok(CrackerBattle { form, plan: plan.clone(), tables, field: Arc::new(field), troops, bodies })
    }

    /// The numbers of the men each body stands for, as the rosters have them: “A1–A24”. What was cast of them is in the order
    /// of its figures.
    pub fn stand_for(&self, game: &Position) -> Vec<String> {
        let mut stand = vec![String::new(); game.troops.len()];
        for side in [Side::Attacker, Side::Defender] {
            let numbers: BTreeMap<Man, &str> =
                self.plan.hosts[side].men().map(|fighter| (fighter.man, fighter.number.as_str())).collect();
            for body in &self.bodies[side] {
                let men: Vec<&str> =
                    body.figures.iter().flatten().filter_map(|man| numbers.get(man).copied()).collect();
                if let Some(told) = stand.get_mut(usize::from(body.troops.0)) {
                    *told = ranges(&men);
                }
            }
        }
        stand
    }

    /// What befell the figures, back into fates of men by lot (CP-3.5): of each body how many stand at the end, are taken and have
    /// left the field.
    fn cast_back(
        &self,
        left: impl Fn(TroopsId) -> [usize; 3],
        winner: Option<Side>,
        turns: Option<u32>,
        lots: &mut impl Dice,
    ) -> Report {
        let mut fates: BTreeMap<Man, Fallen> = BTreeMap::new();
        let beaten = self.left_the_field_to_the_other(&left);
        let mut half_points = BySide::default();
        for side in [Side::Attacker, Side::Defender] {
            for body in &self.bodies[side] {
                let [standing, captive, fled] = left(body.troops);
                let gone = body.figures.len() - (standing + captive + fled).min(body.figures.len());
                half_points[side.other()] += 2 * (gone + captive) as i64;
                let mut figures: Vec<&Vec<Man>> = body.figures.iter().collect();
                let mut draw = |count: usize, lots: &mut _| -> Vec<Man> {
                    let drawn = (0..count.min(figures.len())).map(|_| {
                        let at = Dice::lot(lots, "CP-3.5 which figure", figures.len());
                        figures.swap_remove(at).clone()
                    });
                    drawn.collect::<Vec<_>>().concat()
                };
                let dead = draw(gone, lots);
                let taken = draw(captive, lots);
                let away = draw(fled, lots);
                fallen(dead, lots, beaten == Some(side), &mut fates);
                let whole = |fate: Fate| move |man: Man| (man, Fallen { fate, wounded: false });
                fates.extend(taken.into_iter().map(whole(Fate::Captive { by: None })));
                fates.extend(away.into_iter().map(whole(Fate::Fled)));
            }
        }
        let told = |side: Side, fighter: &Fighter| {
            let (fate, wounded) = match fates.get(&fighter.man) {
                Some(fallen) => (fallen.fate, fallen.wounded || fighter.wounded),
                None if fighter.wounded => (Fate::Wounded, true),
                None => (Fate::Unhurt, false),
            };
            ManReport { man: fighter.man, side, fate, wounded, horse_lost: false, deeds: Vec::new() }
        };
        let men = [Side::Attacker, Side::Defender]
            .into_iter()
            .flat_map(|side| self.plan.hosts[side].men().map(move |fighter| (side, fighter)));
        let men = men.map(|(side, fighter)| told(side, fighter)).collect();
        Report {
            men,
            half_points,
            winner,
            turns,
            holds: None,
            lines: None,
            battered: Vec::new(),
            spoils: Spoils::default(),
            from_within: 0,
            by_lot: true,
            named: false,
        }
    }

    /// How many figures of a side stand at the end, and how many it began with.
    fn standing(&self, side: Side, left: impl Fn(TroopsId) -> [usize; 3]) -> (usize, usize) {
        let bodies = &self.bodies[side];
        (bodies.iter().map(|body| left(body.troops)[0]).sum(), bodies.iter().map(|body| body.figures.len()).sum())
    }

    /// The side that has no figure on the field any more at the end, if the other has one.
    fn left_the_field_to_the_other(&self, left: impl Fn(TroopsId) -> [usize; 3]) -> Option<Side> {
        match (self.standing(Side::Attacker, &left).0, self.standing(Side::Defender, &left).0) {
            (0, 1..) => Some(Side::Attacker),
            (1.., 0) => Some(Side::Defender),
            _ => None,
        }
    }

    /// Who has the larger share of his figures standing at the end, as on an open field when the turns are over (CC-1.2):
    /// nobody has a smaller one than a side with nobody left.
    fn larger_share(&self, left: impl Fn(TroopsId) -> [usize; 3]) -> Option<Side> {
        let (attacker, defender) = (self.standing(Side::Attacker, &left), self.standing(Side::Defender, &left));
        match (attacker.0 * defender.1).cmp(&(defender.0 * attacker.1)) {
            Ordering::Less => Some(Side::Defender),
            Ordering::Equal => None,
            Ordering::Greater => Some(Side::Attacker),
        }
    }

    /// How men were cast into each body and what befell its figures, a sentence each, and how that came back to men (CP-3.5).
    fn cast_lines(&self, left: impl Fn(TroopsId) -> [usize; 3]) -> Vec<String> {
        let count = |number: usize, one: &str, many: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {many}"),
        };
        let mut told = Vec::new();
        for side in [Side::Attacker, Side::Defender] {
            for body in &self.bodies[side] {
                let [standing, captive, fled] = left(body.troops);
                let men: usize = body.figures.iter().map(Vec::len).sum();
                let fell = body.figures.len() - (standing + captive + fled).min(body.figures.len());
                told.push(format!(
                    "{}, {}: {} as {}, {fell} fallen, {captive} taken, {fled} fled (CP-3.5).",
                    self.plan.hosts[side].name,
                    self.troops[usize::from(body.troops.0)].name,
                    count(men, "man", "men"),
                    count(body.figures.len(), "figure", "figures"),
                ));
            }
            if !self.plan.hosts[side].gear.is_empty() {
                told.push(format!("{}: its gear is not cast, and no engine shot.", self.plan.hosts[side].name));
            }
        }
        let taken = match self.left_the_field_to_the_other(left) {
            Some(side) => format!(", and of {} the wounded are taken", self.plan.hosts[side].name),
            None => String::new(),
        };
        told.push(format!(
            "The lot chose whose figures fell; of their men half are dead and half wounded{taken} (CP-3.5)."
        ));
        told
    }

    /// Figures of a body that stand on the field, that are prisoners, and that left the field.
    fn left(game: &Position, body: TroopsId) -> [usize; 3] {
        let mut left = [0; 3];
        for (_, troops) in game.all().filter(|&(id, troops)| troops.origin.unwrap_or(id) == body) {
            let of = match troops.whereabouts {
                Whereabouts::Captive(_) => 1,
                Whereabouts::Fled => 2,
                _ => 0,
            };
            left[of] += troops.standing.len();
        }
        left
    }
}

/// Numbers of men with what follows without a gap drawn together.
fn ranges(numbers: &[&str]) -> String {
    let count = |number: &str| number.get(1..).and_then(|digits| digits.parse::<u32>().ok());
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if count(last).map(|last| last + 1) == count(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |(from, to): &(&str, &str)| if from == to { (*from).to_owned() } else { format!("{from}–{to}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

/// What befalls the men of fallen figures (CP-3.5): half are dead and half wounded; the lot decides who, and about the odd one.
/// The wounded of a side that left the field to the other are its captives.
fn fallen(men: Vec<Man>, dice: &mut impl Dice, field_lost: bool, fates: &mut BTreeMap<Man, Fallen>) {
    let mut dead = men.len() / 2 + if men.len() % 2 == 1 { dice.lot("CP-3.5 which fate", 2) } else { 0 };
    let mut left = men;
    while !left.is_empty() {
        let man = left.swap_remove(dice.lot("CP-3.5 which man", left.len()));
        let fate = match (dead > 0, field_lost) {
            (true, _) => Fallen { fate: Fate::Dead, wounded: false },
            (false, false) => Fallen { fate: Fate::Wounded, wounded: true },
            (false, true) => Fallen { fate: Fate::Captive { by: None }, wounded: true },
        };
        fates.insert(man, fate);
        dead = dead.saturating_sub(1);
    }
}

/// What befell a man of a figure that is not on the field any more.
#[derive(Clone, Copy)]
struct Fallen {
    fate: Fate,
    wounded: bool,
}

/// How a battle that is being played began: its plan, and by which form it was cast.
#[derive(Serialize, Deserialize)]
struct Begun {
    format: u32,
    plan: Plan,
}

/// How its records are kept.
const FORM: RecordForm = RecordForm { banneret: "castle cracker", format: <CrackerBattle as Settles>::FORMAT };

impl Settles for CrackerBattle {
    type Game = Position;
    type Captain = Commanders;

    const RULES: Ruleset = Ruleset::CastleCracker;
    const FORMAT: u32 = 6;
    const FOLLOWS_MEN: bool = false;
    const HOLDS_ALL: bool = true;
    const OCCASIONS: &[Occasion] = &[Occasion::Open, Occasion::Sortie];
    const IS_LONG: bool = true;
    const PAPER: Option<BattlePaper> = Some(BattlePaper::Cords);
    // It is fought on an open field, and no engine is cast (CP-3.5).
    const HAS_GROUND: bool = false;
    const TELLS_BODIES: bool = true;

    fn cast(plan: &Plan, house: &House) -> Result<CrackerBattle, Unfit> {
        everybody_there(plan)?;
        let tables = Tables::by(house).map_err(|bad: HouseError| Unfit(vec![bad.to_string()]))?;
        CrackerBattle::new(plan, tables, CastForm::Seated)
    }

    fn of_kept(_plan: &Plan, start: &str, house: &str) -> Result<CrackerBattle, Unfit> {
        // What says no form was begun when records were of the third.
        let begun = match settles::read_kept(start) {
            Ok(begun) => begun,
            Err(_) => Begun { format: 3, plan: settles::read_kept(start)? },
        };
        let tables = Tables::by(&settles::read_kept(house)?).map_err(|bad| Unfit(vec![bad.to_string()]))?;
        CrackerBattle::new(&begun.plan, tables, CastForm::of_format(begun.format))
    }

    fn start(&self) -> serde_json::Result<String> {
        serde_json::to_string(&Begun { format: self.form.format(), plan: self.plan.clone() })
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn house(&self) -> House {
        otherwise(self.tables.house_values())
    }

    fn about(&self) -> String {
        let host = |side: Side| {
            let (men, figures): (usize, usize) = self.bodies[side]
                .iter()
                .map(|body| (body.figures.iter().map(Vec::len).sum::<usize>(), body.figures.len()))
                .fold((0, 0), |sum, body| (sum.0 + body.0, sum.1 + body.1));
            let (name, bodies) = (&self.plan.hosts[side].name, self.bodies[side].len());
            let figures = if figures == 1 { "1 figure".to_owned() } else { format!("{figures} figures") };
            let bodies = if bodies == 1 { "1 body".to_owned() } else { format!("{bodies} bodies") };
            format!("{name} comes with {men} men, cast as {figures} in {bodies}")
        };
        let counts = match self.bodies.attacker.iter().chain(&self.bodies.defender).all(CastBody::is_of_single_men) {
            true => "",
            false => " What is told of men below counts figures.",
        };
        format!("{}; {} (CP-3.5).{counts}", host(Side::Attacker), host(Side::Defender))
    }

    fn begin(&self, sink: &mut impl Sink<Event>) -> Position {
        sink.tell(|| Event::Turn(1));
        let (tables, turns) = (&self.tables, self.tables.cast.turns);
        let game = Position::new(tables, &self.field, BattleSort::Open, turns, self.troops.clone());
        Position { form: self.form.played(), ..game }
    }

    fn captain(&self, _dice: &mut Seeded) -> Commanders {
        Commanders::default()
    }

    fn report(&self, game: &Position, lots: &mut impl Dice) -> Report {
        let winner = match &game.stage {
            CrackerStage::Over(ending) => ending.winner(),
            _ => None,
        };
        self.cast_back(|body| CrackerBattle::left(game, body), winner, Some(game.turn), lots)
    }

    fn longest(house: &House) -> Option<u32> {
        Tables::by(house).ok().map(|tables| tables.cast.turns)
    }

    fn report_of_bodies(&self, told: &BodiesOfTable) -> Result<TableTold, Vec<String>> {
        let bodies: BTreeMap<u16, usize> = self
            .bodies
            .attacker
            .iter()
            .chain(&self.bodies.defender)
            .map(|body| (body.troops.0, body.figures.len()))
            .collect();
        let fault = |(number, losses): (&u16, &[usize; 3])| match bodies.get(number) {
            None => Some(format!(
                "There is no body {number}; they are numbered {} to {} on the printed order of battle.",
                bodies.keys().next().copied().unwrap_or(0),
                bodies.keys().next_back().copied().unwrap_or(0)
            )),
            Some(&figures) if losses.iter().sum::<usize>() > figures => Some(format!(
                "Body {number} is of {figures} figures, and {} are told of.",
                losses.iter().sum::<usize>()
            )),
            Some(_) => None,
        };
        let long = settles::too_long(told.turns, Some(self.tables.cast.turns));
        let faults: Vec<String> = told.bodies.iter().filter_map(fault).chain(long).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let left = &|body: TroopsId| {
            let [fallen, taken, fled] = told.bodies.get(&body.0).copied().unwrap_or_default();
            [bodies.get(&body.0).copied().unwrap_or(0) - fallen - taken - fled, taken, fled]
        };
        let winner = told.winner.unwrap_or_else(|| self.larger_share(left));
        let report = self.cast_back(left, winner, told.turns, &mut Seeded::stream(self.plan.seed, settles::FELL));
        Ok(settles::table_told(self, report, self.cast_lines(left)))
    }

    fn casting(&self, game: &Position, _report: &Report) -> Vec<String> {
        self.cast_lines(|body| CrackerBattle::left(game, body))
    }

    fn line(&self, _game: &Position, event: &Event) -> Option<Line> {
        Some(line(event))
    }

    fn format(&self) -> u32 {
        self.form.format()
    }

    fn record(&self, played: &Match<Position>) -> Result<Vec<u8>, RecordError> {
        RecordForm { format: self.form.format(), ..FORM }.write(
            &self.plan,
            self.house(),
            played,
            played.events().iter().map(line),
        )
    }

    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError> {
        Ok(FORM.read(record)?.lines())
    }
}

impl Recalled for CrackerBattle {
    fn of_record(record: &[u8]) -> Result<(CrackerBattle, Decided), RecordError> {
        let kept = FORM.read(record)?;
        let tables = Tables::by(&kept.house).map_err(|bad| RecordError::Damaged(bad.to_string()))?;
        let battle = CrackerBattle::new(&kept.plan, tables, CastForm::of_format(kept.format));
        Ok((battle.map_err(|unfit| RecordError::Damaged(unfit.to_string()))?, kept.decided))
    }
}
