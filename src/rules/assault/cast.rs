//! A battle of a campaign settled on a map of hexes: each man of the plan is himself, on foot; the stronghold it is fought
//! for is its map with what the siege has done to it (SG-7.8, SG-9.2).

use super::Event;
use super::captain::Stormer;
use super::hexes::HexSide;
use super::log;
use super::machines::{MachineKind, StaysBehind};
use super::map::{self, HexId, HexMap, Terrain};
use super::setup::{self, Plan as Setup, hits_of_damage};
use super::state::{Assault, Fortune, Stable, TrooperId};
use super::tables::{ParkFigures, Tables};
use crate::rules::battle::{
    Battered, Deed, Fate, Fighter, GearLoss, HexForm, Host, Man, ManReport, Plan, Report, Spoils, StormedPlace,
};
use crate::rules::dice::{Dice, Seeded};
use crate::rules::figure::{BySide, Horse, Side, Weapon};
use crate::rules::game::Sink;
use crate::rules::gear::Thing;
use crate::rules::house::otherwise;
use crate::rules::kept::RecordForm;
use crate::rules::man_to_man::gear::machines::hits_to_wreck;
use crate::rules::man_to_man::{self, ground::BarrierKind};
use crate::rules::matches::{Decided, Match};
use crate::rules::ruleset::Ruleset;
use crate::rules::settles::{House, Recalled, RecordError, Settles, Unfit, everybody_there};
use crate::rules::telling::Line;
use crate::rules::weather::Weather;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most troops a game tells apart, for it numbers them in a byte.
const MOST_TROOPS: usize = 250;

/// A battle cast into an assault on its map.
#[derive(Clone, Debug)]
pub struct AssaultBattle {
    plan: Plan,
    tables: Arc<Tables>,
    combat: Arc<man_to_man::Tables>,
    /// The assault before the first decision, by which events are told.
    start: Assault,
    /// What is told of how it began.
    opening: Vec<Event>,
    names: Vec<String>,
}

/// The map of a storm, from its file or by its name.
fn map_of(storm: &StormedPlace) -> Result<Arc<HexMap>, String> {
    match &storm.map_file {
        Some(text) => map::read(text).map(Arc::new).map_err(|faults| format!("the map {}: {faults}", storm.map)),
        None => map::find(&storm.map)
            .ok_or_else(|| format!("there is no map “{}”; those that ship are {}", storm.map, map::names().join(", "))),
    }
}

/// The stronghold a plan is fought for: what the siege says, or the map that its ground names.
fn storm_of(plan: &Plan) -> Result<StormedPlace, String> {
    if let Some(storm) = &plan.storm {
        return Ok(storm.clone());
    }
    match map::find(&plan.ground) {
        Some(map) => Ok(StormedPlace { map: map.name.clone(), filled: true, ..StormedPlace::default() }),
        None => Err(format!(
            "an assault on hexes is fought on the map of a stronghold, and {} is none; fight it in a siege, or name a map \
             as its ground: {}",
            plan.ground,
            map::names().join(", ")
        )),
    }
}

/// The outer hexes of a line of a map that can be battered and climbed: its open ramparts within which one goes on, or where it has
/// none, the walls of its rooms and courts.
fn outer_hexes(map: &HexMap, line: u8) -> Vec<HexId> {
    let of_line = |id: &HexId| map.line_of(*id) == line && map.has_outer_wall(*id);
    let (walks, walls): (Vec<HexId>, Vec<HexId>) =
        map.ids().filter(of_line).partition(|&id| map.cell(id).terrain == Terrain::Rampart);
    let goes_on = |&id: &HexId| {
        let within = |terrain| matches!(terrain, Terrain::Flat | Terrain::Rampart);
        map.around(id).any(|(side, to)| {
            map.line_of(to) == line && map.cell(id).edge(side).wall.is_none() && within(map.cell(to).terrain)
        })
    };
    let walks: Vec<HexId> = walks.into_iter().filter(|&id| !map.cell(id).roofed).filter(goes_on).collect();
    if walks.is_empty() { walls } else { walks }
}

/// Of the outer hexes of a line, from north to south, the stretch that is so many of so many.
fn stretch_of(map: &HexMap, line: u8, stretch: u8, stretches: u8) -> Vec<HexId> {
    let all = outer_hexes(map, line);
    let (stretch, stretches) = (usize::from(stretch), usize::from(stretches.max(1)));
    let bounds = [stretch, stretch + 1].map(|part| (all.len() * part / stretches).min(all.len()));
    all[bounds[0]..bounds[1]].to_vec()
}

/// Whether open ground or a court of a line lies beside a hex, with no wall between.
fn leads_within(map: &HexMap, at: HexId, line: u8) -> bool {
    map.around(at).any(|(side, to)| {
        let open = map.cell(at).edge(side).wall.is_none() && map.cell(at).edge(side).gate.is_none();
        open && map.line_of(to) >= line && map.cell(to).terrain == Terrain::Flat
    })
}

/// The interior hexes of a rampart beside one of its outer ones, those first behind which open ground lies.
fn interior_of(map: &HexMap, outer: HexId, line: u8) -> Vec<HexId> {
    let inner = |to: &HexId| {
        let rampart = map.cell(*to).terrain == Terrain::Rampart;
        rampart && map.line_of(*to) == line && !map.touches_outer_wall(*to)
    };
    let mut within: Vec<HexId> = map.around(outer).map(|(_, to)| to).filter(inner).collect();
    within.sort_by_key(|&at| (!leads_within(map, at, line), at));
    within
}

/// The hexes that a stretch's damages count against (SG-1.4, SG-7.1, SG-7.8): those of its outer side against the one nearest to
/// its middle by which one would get in; those of its inner side, once that is demolished, one each against interior ones beside it.
fn damages_of(map: &HexMap, battered: &Battered, open: u16, tables: &Tables) -> Vec<(HexId, u8)> {
    let (line, hexes) = (battered.line, stretch_of(map, battered.line, battered.stretch, battered.stretches));
    let middle = hexes.len() / 2;
    let leads = |at: HexId| {
        let wall = map.cell(at).terrain != Terrain::Rampart;
        let within = || interior_of(map, at, line).first().is_some_and(|&inner| leads_within(map, inner, line));
        wall || leads_within(map, at, line) || within()
    };
    let nearest = (0..hexes.len()).min_by_key(|&n| (!leads(hexes[n]), n.abs_diff(middle)));
    let Some(outer) = nearest.map(|n| hexes[n]) else { return Vec::new() };
    let mut damages = vec![(outer, battered.outer)];
    if battered.inner > 0 && hits_of_damage(battered.outer, tables) >= open {
        let within = interior_of(map, outer, line).into_iter().take(battered.inner.into());
        damages.extend(within.map(|to| (to, 1)));
    }
    damages
}

/// A map with its moat filled before a stretch of wall, within so many hexes of it: so that one comes to it.
fn filled_before(map: &HexMap, wall: &[HexId], within: i64) -> HexMap {
    let mut filled = map.clone();
    for id in map.ids() {
        let cell = map.cell(id);
        let near = wall.iter().any(|&at| map.distance(at, id) <= within);
        if cell.terrain == Terrain::Moat && !cell.deep && near {
            let cell = &mut filled.cells[usize::from(id.0)];
            (cell.terrain, cell.level, cell.top) = (Terrain::Flat, 0, 0);
        }
    }
    filled
}

/// The hexes of a line of walls before which a moat is filled.
fn filled_for(map: &HexMap, line: u8, damage: &[(HexId, u8)], opens: bool) -> Vec<HexId> {
    let mut wall: Vec<HexId> = damage.iter().map(|&(at, _)| at).filter(|&at| map.line_of(at) == line).collect();
    if wall.is_empty() {
        let hexes = stretch_of(map, line, 0, 1);
        wall.extend(hexes.get(hexes.len() / 2));
    }
    let mut gates = map.gates.iter().flat_map(|gate| &gate.sides);
    let outer = |&&(inner, over): &&(HexId, HexSide)| {
        map.line_of(inner) == line && map.beside(inner, over).is_some_and(|to| map.line_of(to) < line)
    };
    wall.extend(gates.find(outer).filter(|_| opens).map(|&(inner, _)| inner));
    wall
}

/// A map on which the bridges over what has been filled of its moats are filled ground, raised or not.
fn bridged(filled: &HexMap, before: &HexMap) -> HexMap {
    let mut bridged = filled.clone();
    for id in filled.ids().filter(|&id| filled.cell(id).terrain == Terrain::Drawbridge) {
        let moats = || before.around(id).filter(|&(_, to)| before.cell(to).terrain == Terrain::Moat);
        let over = moats().all(|(_, to)| filled.cell(to).terrain == Terrain::Flat) && moats().next().is_some();
        if over {
            let cell = &mut bridged.cells[usize::from(id.0)];
            (cell.terrain, cell.lift) = (Terrain::Flat, None);
        }
    }
    bridged
}

/// Whether a host has axes to hew at a gate with (MM-9.4).
fn brings_axes(host: &Host) -> bool {
    let axe = |weapon: &Weapon| matches!(weapon, Weapon::Axe | Weapon::TwoHandedAxe);
    host.men().any(|fighter| fighter.profile.weapons.iter().any(axe))
}

/// How many of a thing a host brings of its own.
fn gear_of(host: &Host, thing: Thing) -> usize {
    host.gear.iter().filter(|piece| piece.thing == thing).map(|piece| usize::from(piece.count)).sum()
}

/// Whether an assault on hexes has a use for a thing that a side brings.
pub fn of_use(side: Side, thing: Thing) -> bool {
    match thing {
        Thing::Catapult
        | Thing::Bombard
        | Thing::Rock
        | Thing::OilCauldron
        | Thing::LeadCauldron
        | Thing::FireMissile
        | Thing::FlintAndSteel
        | Thing::Bucket => true,
        Thing::Ladder | Thing::Tower | Thing::Ram | Thing::Faggot => side == Side::Attacker,
        _ => false,
    }
}

/// What a host brings that it has no use for there, each thing once.
fn of_no_use(plan: &Plan, side: Side) -> Vec<(u16, Thing)> {
    let mut idle: BTreeMap<Thing, u16> = BTreeMap::new();
    for piece in plan.hosts[side].gear.iter().filter(|piece| !of_use(side, piece.thing)) {
        let count = idle.entry(piece.thing).or_default();
        *count = count.saturating_add(piece.count);
    }
    idle.into_iter().map(|(thing, count)| (count, thing)).collect()
}

/// The machines that stay behind, those of one kind for one reason in one sentence.
fn behind(start: &Assault, hosts: &BySide<Host>) -> Vec<String> {
    let mut alike: BTreeMap<(Side, MachineKind, StaysBehind), usize> = BTreeMap::new();
    for &stays in &start.stay_behind {
        *alike.entry(stays).or_default() += 1;
    }
    let told = |((side, kind, why), count): ((Side, MachineKind, StaysBehind), usize)| {
        let (leaves, many) = (hosts[side].does("leave"), if count == 1 { "" } else { "s" });
        format!("{} {leaves} {count} {kind}{many} behind: {}.", hosts[side].name, why.told())
    };
    alike.into_iter().map(told).collect()
}

/// The engines of both hosts: of the besiegers those of the park too (SG-7.8), whose mangonels and trebuchets are catapults.
fn engines_of(plan: &Plan, storm: &StormedPlace, most: usize) -> Vec<(Side, MachineKind)> {
    let kinds = [(Thing::Catapult, MachineKind::Catapult), (Thing::Bombard, MachineKind::Bombard)];
    // In a sally those of the park are the besiegers', against whom it goes (SG-1.3); who is shut in has his with him (SG-4.3).
    let (park, within) = (usize::from(storm.engines), usize::from(storm.engines_within));
    let parks = if storm.sally { [0, park] } else { [park, within] };
    let of = |side: Side, least: usize| {
        let brought = kinds.into_iter().flat_map(move |(thing, kind)| {
            let count = gear_of(&plan.hosts[side], thing);
            let count = if kind == MachineKind::Catapult { count.max(least) } else { count };
            std::iter::repeat_n((side, kind), count)
        });
        brought.take(most)
    };
    of(Side::Attacker, parks[0]).chain(of(Side::Defender, parks[1])).collect()
}

/// The siege towers and rams that stand in the park of besiegers at whom a garrison comes out (SG-1.3), no more than come at once.
fn parked_by(storm: &StormedPlace, figures: &ParkFigures) -> Vec<MachineKind> {
    let kinds = [
        (MachineKind::Tower, storm.towers_parked.min(figures.most_towers)),
        (MachineKind::Ram, storm.rams_parked.min(figures.most_rams)),
    ];
    let in_park = kinds.into_iter().filter(|_| storm.sally);
    in_park.flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).collect()
}

/// What besiegers hold of a place, on a map that may have fewer lines than the siege counts and is then lost with its last (SG-1.5).
struct HeldOnMap {
    held: u8,
    shut_in: u8,
    outer_lost: u8,
    /// So many lines further out the map's are than the siege's of the same ground: the line assaulted is the same.
    folded: u8,
}

impl HeldOnMap {
    fn of(storm: &StormedPlace, map: &HexMap) -> HeldOnMap {
        let most = map.last_line().saturating_sub(1);
        let held = storm.held.min(most);
        let shut_in = if storm.form < HexForm::Third { 0 } else { storm.shut_in.min(most) };
        // Those who are shut in are left their last line.
        let outer_lost = storm.outer_lost.min(shut_in.saturating_sub(1));
        let folded = storm.held.max(storm.outer_lost) - held.max(outer_lost);
        HeldOnMap { held, shut_in, outer_lost, folded: if storm.form < HexForm::Third { 0 } else { folded } }
    }
}

/// How an assault begins by a plan, or every fault of it.
fn setup_of(
    plan: &Plan,
    storm: &StormedPlace,
    tables: &Tables,
    combat: &man_to_man::Tables,
) -> Result<(Setup, String), Vec<String>> {
    let map = map_of(storm).map_err(|fault| vec![fault])?;
    let text = map.text.clone();
    let HeldOnMap { held, shut_in, outer_lost, folded } = HeldOnMap::of(storm, &map);
    let assaulted = if storm.sally { held } else { held.max(outer_lost) + 1 };
    let open = u16::from(combat.ground.row(BarrierKind::CastleWall).hits);
    let on_map = storm.battered.iter().filter_map(|battered| {
        let line = battered.line.checked_sub(folded).filter(|line| (1..=map.last_line()).contains(line))?;
        Some(Battered { line, ..*battered })
    });
    let damage: Vec<(HexId, u8)> = on_map.flat_map(|battered| damages_of(&map, &battered, open, tables)).collect();
    let mut filled = map.clone();
    if storm.filled && storm.form >= HexForm::Second {
        let opens =
            storm.rams > 0 || gear_of(&plan.hosts.attacker, Thing::Ram) > 0 || brings_axes(&plan.hosts.attacker);
        // Before the outer line however many are held, and before the line that is assaulted: before what is battered, and where
        // nothing is, before its middle; and before its first gate, where they have rams or axes for it.
        let lines = if assaulted == 1 { vec![1] } else { vec![1, assaulted] };
        let wall: Vec<HexId> = lines.into_iter().flat_map(|line| filled_for(&map, line, &damage, opens)).collect();
        filled = Arc::new(bridged(&filled_before(&map, &wall, tables.park.filled_within), &map));
    } else if storm.filled && !storm.sally {
        // Before what is battered, and where nothing is, before the middle of the line.
        let mut wall: Vec<HexId> =
            damage.iter().map(|&(at, _)| at).filter(|&at| map.line_of(at) == assaulted).collect();
        if wall.is_empty() {
            let hexes = stretch_of(&map, assaulted, 0, 1);
            wall.extend(hexes.get(hexes.len() / 2));
        }
        filled = Arc::new(filled_before(&map, &wall, tables.park.filled_within));
    }
    let attacks = &plan.hosts.attacker;
    // Who attacks from within has no use for what a park brings; what a host names as its own it has.
    let of_park = |count: u8| if storm.sally { 0 } else { usize::from(count) };
    let brings = |thing: Thing, park: usize, most: u8| gear_of(attacks, thing).max(park).min(most.into()) as u8;
    let figures = &tables.park;
    let men = attacks.men().count();
    let climbs = men.div_ceil(figures.men_to_a_ladder.max(1).into());
    let ladders = brings(Thing::Ladder, if storm.ladders && !storm.sally { climbs } else { 0 }, figures.most_ladders);
    let moat = map.cells.iter().any(|cell| cell.terrain == Terrain::Moat && !cell.deep);
    // Where the moat is filled already, or there is none, nobody carries faggots, and all go by the crossing.
    let fills = moat && !storm.filled && !storm.sally;
    let to_fill = if fills && ladders > 0 && held == 0 { of_park(figures.faggots) } else { 0 };
    let setup = Setup {
        map: filled,
        hosts: plan.hosts.clone(),
        ladders,
        towers: brings(Thing::Tower, of_park(storm.towers), figures.most_towers),
        rams: brings(Thing::Ram, of_park(storm.rams), figures.most_rams),
        engines: engines_of(plan, storm, figures.most_engines.into()),
        parked: parked_by(storm, figures),
        faggots: if fills { brings(Thing::Faggot, to_fill, figures.most_faggots) } else { 0 },
        held,
        shut_in,
        outer_lost,
        damage,
        sally: storm.sally,
        places: storm.places,
        form: storm.form,
    };
    Ok((setup, text))
}

impl AssaultBattle {
    /// The assault before the first decision.
    pub fn start(&self) -> &Assault {
        &self.start
    }

    /// What a man of the game is called: his number on the roster, and his name.
    pub fn name(&self, id: TrooperId) -> String {
        self.names.get(usize::from(id.0)).cloned().unwrap_or_else(|| log::called(&self.start, id))
    }

    fn told(&self, event: &Event) -> Line {
        let text = log::told(&self.start, event, &|id| self.name(id));
        Line { text, rolls: Vec::new(), heading: matches!(event, Event::Turn(_)) }
    }

    /// What became of each man of the game, by who he is in the plan.
    fn fates(game: &Assault) -> BTreeMap<Man, (Fate, bool, Vec<Deed>)> {
        let man = |id: TrooperId| game.man(id).man;
        let mut deeds: BTreeMap<TrooperId, Vec<Deed>> = BTreeMap::new();
        for &(id, deed) in &game.deeds {
            deeds.entry(id).or_default().push(deed);
        }
        for (id, standard) in game.standards_taken() {
            deeds.entry(id).or_default().push(Deed::TookStandard(standard));
        }
        let each = game.ids().zip(&game.men).map(|(id, trooper)| {
            let fate = match trooper.fortune {
                Fortune::Able | Fortune::Down(_) | Fortune::Waiting if trooper.wounded => Fate::Wounded,
                Fortune::Able | Fortune::Down(_) | Fortune::Waiting => Fate::Unhurt,
                Fortune::Dead | Fortune::Drowned => Fate::Dead,
                Fortune::Taken(by) => Fate::Captive { by: by.map(man) },
                Fortune::Fled => Fate::Fled,
            };
            (trooper.man, (fate, trooper.wounded, deeds.remove(&id).unwrap_or_default()))
        });
        each.collect()
    }

    /// Stretches of the walls that the engines have left worse than they were (MM-4.10, SG-7.8), each with its damages now.
    fn battered_since(&self, game: &Assault) -> Vec<Battered> {
        let Some((storm, whole)) = self.plan.storm.as_ref().and_then(|storm| Some((storm, map_of(storm).ok()?))) else {
            return Vec::new();
        };
        let open = u16::from(self.combat.ground.row(BarrierKind::CastleWall).hits);
        let whole_d = (1..=u8::MAX).find(|&damage| hits_of_damage(damage, &self.tables) >= open).unwrap_or(u8::MAX);
        let down = |at: HexId| game.map.cell(at).terrain == Terrain::Rubble;
        let hits = |at: HexId| game.wall_hits.iter().find(|(hex, _)| *hex == at).map_or(0, |&(_, hits)| hits);
        // The most D that no more hits than these stand for.
        let damages = |at: HexId| match down(at) {
            true => whole_d,
            false => (0..whole_d).rev().find(|&d| hits_of_damage(d, &self.tables) <= hits(at).into()).unwrap_or(0),
        };
        let folded = HeldOnMap::of(storm, &whole).folded;
        let mut worse = Vec::new();
        for on_map in 1..=whole.last_line() {
            let line = on_map + folded;
            let known = storm.battered.iter().find(|battered| battered.line == line).map(|battered| battered.stretches);
            let assaulted = (line == storm.held + 1 && storm.stretches > 0).then_some(storm.stretches);
            let counted = storm.walls.get(usize::from(line) - 1).copied();
            let Some(stretches) = counted.or(known).or(assaulted) else { continue };
            for stretch in 0..stretches {
                let hexes = stretch_of(&whole, on_map, stretch, stretches);
                let outer = hexes.iter().map(|&at| damages(at)).max().unwrap_or(0);
                let within = hexes.iter().flat_map(|&at| interior_of(&whole, at, on_map));
                let inner = u8::from(within.into_iter().any(down));
                let before = storm.battered.iter().find(|was| (was.line, was.stretch) == (line, stretch));
                let (was_outer, was_inner) = before.map_or((0, 0), |was| (was.outer, was.inner));
                if outer > was_outer || inner > was_inner {
                    worse.push(Battered {
                        line,
                        stretch,
                        stretches,
                        outer: outer.max(was_outer),
                        inner: inner.max(was_inner),
                    });
                }
            }
        }
        worse
    }

    /// Lines of the place that the besiegers hold at the end (SG-1.5), as the siege counts them, whose place may have more lines than
    /// its map or fewer; none where no line was fought for. Besiegers who assault it lose none by it, and of those who are shut in
    /// each that is taken is one less (SG-4.3).
    fn lines_held(&self, game: &Assault) -> Option<u8> {
        let storm = self.plan.storm.as_ref()?;
        game.holds_the_line()?;
        let (taken, held) = (game.lines_taken(), game.held);
        Some(match () {
            // A map of fewer lines than they hold is lost with its last.
            _ if storm.relief_comes() && game.shut_in > 0 && taken >= game.shut_in - game.outer_lost => 0,
            _ if storm.relief_comes() => storm.held_before().0.saturating_sub(taken),
            _ if game.sally => storm.held.saturating_sub(held.saturating_sub(taken)),
            _ => storm.held.saturating_add(taken.saturating_sub(held)),
        })
    }

    /// Machines that were wrecked or burnt (MM-4.10, MM-4.11), or burn at the end: whose, how many of what, and how.
    fn machines_lost(&self, game: &Assault) -> Vec<(Side, u16, Thing, GearLoss)> {
        let mut lost: Vec<(Side, u16, Thing, GearLoss)> = Vec::new();
        for machine in game.machines.iter().filter(|machine| !machine.stands()) {
            let thing = match machine.kind {
                MachineKind::Tower => Thing::Tower,
                MachineKind::Ram => Thing::Ram,
                MachineKind::Catapult => Thing::Catapult,
                MachineKind::Bombard => Thing::Bombard,
            };
            let broken = machine.burns.is_none() && machine.hits >= hits_to_wreck(&self.combat);
            let how = if broken { GearLoss::Wrecked } else { GearLoss::Burnt };
            match lost.iter_mut().find(|(side, _, known, by)| (*side, *known, *by) == (machine.side, thing, how)) {
                Some((_, count, ..)) => *count += 1,
                None => lost.push((machine.side, 1, thing, how)),
            }
        }
        lost
    }

    /// Whether a side's horses are lost: they were stabled within a line that the enemy has at the end (SG-9.1).
    fn horses_lost(game: &Assault, side: Side) -> bool {
        if game.relief_assaults() {
            // Of those who are shut in, with the line on which none of them is left (SG-4.3).
            let left = |line: u8| game.of(side).filter_map(|id| game.place(id)).any(|at| game.map.line_of(at) == line);
            let shut = |stable: &&Stable| stable.side == side && Some(side) == game.enclosed();
            return game.stables.iter().filter(shut).any(|stable| !left(game.map.line_of(stable.at)));
        }
        let taken = game.lines_taken();
        let mut stables = game.stables.iter().filter(|stable| stable.side == side);
        stables.any(|stable| match side == game.garrison() {
            true => game.map.line_of(stable.at) <= taken,
            false => game.map.line_of(stable.at) > taken,
        })
    }
}

/// How its records are kept.
const FORM: RecordForm = RecordForm { banneret: "assault", format: <AssaultBattle as Settles>::FORMAT };

impl Settles for AssaultBattle {
    type Game = Assault;
    type Captain = Stormer;

    const RULES: Ruleset = Ruleset::Assault;
    const FORMAT: u32 = 2;
    const FOLLOWS_MEN: bool = true;
    const IS_LONG: bool = true;
    const ON_MAP: bool = true;
    const HAS_WEATHER: bool = true;

    /// Both sides take their places before the first order.
    fn at_table(plan: &mut Plan) {
        if let Some(storm) = &mut plan.storm {
            storm.places = true;
        }
    }

    fn cast(plan: &Plan, house: &House) -> Result<AssaultBattle, Unfit> {
        everybody_there(plan)?;
        let unfit = |fault: &dyn std::fmt::Display| Unfit(vec![fault.to_string()]);
        let tables = Tables::by(house).map_err(|bad| unfit(&bad))?;
        let combat = man_to_man::Tables::by(house).map_err(|bad| unfit(&bad))?;
        let storm = storm_of(plan).map_err(|fault| unfit(&fault))?;
        let (setup, text) = setup_of(plan, &storm, &tables, &combat).map_err(Unfit)?;
        let troops = plan.hosts.attacker.forces.iter().chain(&plan.hosts.defender.forces);
        if troops.map(|force| force.units.len() + force.single.len()).sum::<usize>() > MOST_TROOPS {
            return Err(unfit(&format!(
                "an assault tells {MOST_TROOPS} units and single men apart, and these are more"
            )));
        }
        let mut opening = Vec::new();
        let mut start =
            Assault::begin(&setup, &tables, &combat, &mut opening).map_err(|fault: setup::Fault| unfit(&fault))?;
        (start.weather, start.sortie) = (plan.weather, storm.sortie);
        // The plan holds its map, so that neither a replay nor an assault half played depends on a file outside it.
        let storm = StormedPlace { map_file: Some(text), ..storm };
        let plan = Plan { storm: Some(storm), ..plan.clone() };
        let fighters: BTreeMap<Man, &Fighter> = [Side::Attacker, Side::Defender]
            .iter()
            .flat_map(|&side| plan.hosts[side].men())
            .map(|one| (one.man, one))
            .collect();
        let names = start.men.iter().map(|man| match fighters.get(&man.man) {
            Some(one) if one.number == one.name => one.number.clone(),
            Some(one) => format!("{} {}", one.number, one.name),
            None => man.man.0.to_string(),
        });
        let names = names.collect();
        Ok(AssaultBattle { plan, tables, combat, start, opening, names })
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn house(&self) -> House {
        otherwise(self.tables.house_values().iter().chain(self.combat.house_values()))
    }

    fn about(&self) -> String {
        let game = &self.start;
        let men = |side: Side| game.men.iter().filter(|man| man.side == side).count();
        let hosts = &self.plan.hosts;
        let held = match game.held {
            0 => String::new(),
            held => format!("; {held} of its {} lines are held by the besiegers", game.map.last_line()),
        };
        let shut = match (game.enclosed(), game.relief_assaults()) {
            (None, _) => held,
            (Some(_), true) => {
                format!(
                    "; those who are shut in hold {} of its lines, and the citadel has the rest (SG-4.3)",
                    game.shut_in - game.outer_lost
                )
            }
            (Some(side), false) => {
                let (name, hold) = (&hosts[side].name, hosts[side].does("hold"));
                format!("; {name} {hold} {} of its lines, shut in there (SG-4.3)", game.shut_in - game.outer_lost)
            }
        };
        let about = format!(
            "{} with {} men against {} with {}, on the map of {}{shut} (SG-5).",
            hosts.attacker.name,
            men(Side::Attacker),
            hosts.defender.name,
            men(Side::Defender),
            game.map.name
        );
        [vec![about], self.warnings()].concat().join(" ")
    }

    fn warnings(&self) -> Vec<String> {
        let why = self.start.no_way_in().map(|why| log::no_way(&self.start, why));
        let idle = [Side::Attacker, Side::Defender].into_iter().filter_map(|side| {
            let things = of_no_use(&self.plan, side);
            let brings = &self.plan.hosts[side];
            let (name, has) = (&brings.name, brings.does("have"));
            let told = || format!("On hexes {name} {has} no use for {} (SG-7).", Thing::listed(&things));
            (!things.is_empty()).then(told)
        });
        why.into_iter().chain(idle).chain(behind(&self.start, &self.plan.hosts)).collect()
    }

    fn begin(&self, sink: &mut impl Sink<Event>) -> Assault {
        for event in &self.opening {
            sink.tell(|| event.clone());
        }
        self.start.clone()
    }

    fn captain(&self, _dice: &mut Seeded) -> Stormer {
        Stormer::default()
    }

    fn report(&self, game: &Assault, _lots: &mut impl Dice) -> Report {
        let mut fates = AssaultBattle::fates(game);
        let lost = BySide {
            attacker: AssaultBattle::horses_lost(game, Side::Attacker),
            defender: AssaultBattle::horses_lost(game, Side::Defender),
        };
        let men = [Side::Attacker, Side::Defender]
            .into_iter()
            .flat_map(|side| self.plan.hosts[side].men().map(move |fighter| (side, fighter)))
            .map(|(side, fighter)| {
                let (fate, wounded, deeds) =
                    fates.remove(&fighter.man).unwrap_or((Fate::Missing, fighter.wounded, Vec::new()));
                let horse_lost = lost[side] && fighter.profile.horse != Horse::None;
                ManReport { man: fighter.man, side, fate, wounded, horse_lost, deeds }
            });
        let mut report = Report {
            men: men.collect(),
            half_points: BySide::default(),
            winner: game.winner(),
            holds: game.holds_the_line(),
            lines: self.lines_held(game),
            from_within: if game.relief_assaults() { game.lines_lost_to()[1] } else { 0 },
            battered: self.battered_since(game),
            spoils: Spoils { gear: self.machines_lost(game), ..Spoils::default() },
            by_lot: false,
            named: false,
            turns: Some(game.turn),
        };
        report.half_points = man_to_man::score::score(&self.plan, &report, &self.combat).0;
        report
    }

    fn casting(&self, _game: &Assault, _report: &Report) -> Vec<String> {
        let told = |weather: Weather| format!("{} On hexes it tells on shots alone.", weather.told());
        self.plan.weather.map(told).into_iter().collect()
    }

    fn line(&self, _game: &Assault, event: &Event) -> Option<Line> {
        Some(self.told(event))
    }

    fn record(&self, played: &Match<Assault>) -> Result<Vec<u8>, RecordError> {
        FORM.write(&self.plan, self.house(), played, played.events().iter().map(|event| self.told(event)))
    }

    fn lines(record: &[u8]) -> Result<Vec<Line>, RecordError> {
        Ok(FORM.read(record)?.lines())
    }
}

impl Recalled for AssaultBattle {
    fn of_record(record: &[u8]) -> Result<(AssaultBattle, Decided), RecordError> {
        FORM.recall(record)
    }
}
