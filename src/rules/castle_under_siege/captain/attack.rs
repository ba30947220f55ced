//! At the catapult: what to load, where to stand and at what to aim.

use super::{Craft, points};
use crate::rules::castle_under_siege::castle::{Castle, SectionId, SectionKind, StructureId};
use crate::rules::castle_under_siege::landing::Landing;
use crate::rules::castle_under_siege::shot::{Impact, falls};
use crate::rules::castle_under_siege::state::{Ammunition, Counter, Health, Role};
use crate::rules::castle_under_siege::tables::Setting;
use crate::rules::castle_under_siege::{Decision, View};
use crate::rules::geometry::{INCH, Point};

/// What the attacker decides.
pub(super) fn decide(skill: Craft, view: &View<'_>) -> Decision {
    let shoots = super::has_to_shoot(view);
    match (skill, after_people(skill, view)) {
        (Craft::Master, _) => weighed(view, shoots),
        (_, Some(people)) if shoots => shot_to(view, Some(people)),
        (Craft::Journeyman, Some(_)) => Decision::Choose(for_people(view)),
        (Craft::Apprentice, _) if shoots => shot_at(view, whim(view)),
        (Craft::Apprentice, _) => Decision::Choose(to_hand(view)),
        (Craft::Journeyman, None) if shoots => shot_at(view, Some(weakest(view))),
        (Craft::Journeyman, None) => Decision::Choose(fitting(view)),
    }
}

/// At whom it is shot in the variant, if it is people the attacker goes for (CU-5). Who leads by points keeps off the walls.
/// Else an apprentice shoots at them now and then, and a journeyman where they are nearer to deciding it than what is
/// weakest, or that can no longer be brought down.
fn after_people(skill: Craft, view: &View<'_>) -> Option<Point> {
    points::short(view)?;
    let left = i64::from(view.points_left(weakest(view)));
    let goes = points::leads(view)
        || match skill {
            Craft::Apprentice => view.turn().is_multiple_of(3),
            Craft::Journeyman | Craft::Master => {
                let most = i64::from(view.tables().damage.over_half.max(1));
                points::touches(view.people()) < left || left > most * points::shots(view)
            }
        };
    points::thickest(view).filter(|_| goes).map(|stack| stack.at.plot().middle())
}

/// What is thrown at people: what harms nothing else first.
fn for_people(view: &View<'_>) -> Ammunition {
    first_left(view, [Ammunition::Disease, Ammunition::Fire, Ammunition::Boulder])
}

/// A side of the castle that is shot from.
const SIDES: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// A shot: where to stand, at what to aim, and with which setting.
#[derive(Clone, Copy)]
struct Aimed {
    from: Point,
    aim: Point,
    setting: u8,
}

/// The nearest place on one side of the castle that an aim may be shot at from, with the steadiest setting that reaches.
fn from_side(view: &View<'_>, aim: Point, (right, up): (i32, i32)) -> Option<Aimed> {
    let (castle, stand) = (Castle::get().bounds(), &view.tables().catapult);
    let back = |inches: i32| {
        let off = inches * INCH;
        let along = |part: i32, at: i32, least: i32, most: i32| match part {
            0 => at,
            1.. => most + off,
            _ => least - off,
        };
        let end = castle.end();
        Point::new(along(right, aim.x, castle.corner.x, end.x), along(up, aim.y, castle.corner.y, end.y))
    };
    // Straight before it, or as far aside as the catapult must move.
    let asides = [0, stand.moves, -stand.moves].map(|inches| Point::new(up * inches * INCH, right * inches * INCH));
    let places = (stand.least..=stand.table).flat_map(|inches| asides.map(|aside| back(inches).plus(aside)));
    let from = places.into_iter().find(|&from| view.may_stand(from))?;
    let settings = 0..view.tables().arm.reach.len() as u8;
    let shots = settings.map(|setting| Aimed { from, aim, setting });
    shots.into_iter().find(|&Aimed { from, aim, setting }| view.may(&Decision::Shoot { from, aim, setting }))
}

fn shoots(Aimed { from, aim, setting }: Aimed) -> Decision {
    Decision::Shoot { from, aim, setting }
}

/// A shot at the middle of a structure from its nearest side, or at whatever can be reached at all.
fn shot_at(view: &View<'_>, id: Option<StructureId>) -> Decision {
    shot_to(view, id.map(|id| Castle::get().plot_of(id).middle()))
}

/// A shot at a place from its nearest side.
fn nearest(view: &View<'_>, aim: Point) -> Option<Aimed> {
    let shots = SIDES.into_iter().filter_map(|side| from_side(view, aim, side));
    shots.min_by_key(|shot| (shot.from.distance_squared(shot.aim), shot.from.x, shot.from.y))
}

/// A shot at a place, or at whatever can be reached at all.
fn shot_to(view: &View<'_>, aim: Option<Point>) -> Decision {
    let castle = Castle::get();
    let any = || castle.structure_ids().find_map(|id| nearest(view, castle.plot_of(id).middle()));
    let shot = aim.and_then(|aim| nearest(view, aim)).or_else(any);
    // Every setting reaches the wall before the catapult, from a place that is far enough from where it stood.
    shoots(shot.unwrap_or_else(|| unreachable!("the catapult finds no place to shoot from")))
}

/// The first of some kinds of ammunition of which any is left.
fn first_left(view: &View<'_>, kinds: impl IntoIterator<Item = Ammunition>) -> Ammunition {
    let left = kinds.into_iter().find(|&kind| view.ammunition()[kind as usize] > 0);
    left.unwrap_or_else(|| unreachable!("the game is over before a shot is chosen with nothing to shoot"))
}

/// Some ammunition there is, of another kind from turn to turn.
fn to_hand(view: &View<'_>) -> Ammunition {
    let kinds = Ammunition::ALL.iter().copied().cycle().skip(view.turn() as usize % Ammunition::ALL.len());
    first_left(view, kinds.take(Ammunition::ALL.len()))
}

/// A structure that stands, another from turn to turn; none if nothing does.
fn whim(view: &View<'_>) -> Option<StructureId> {
    let castle = Castle::get();
    let step = view.turn() as usize * 5 % castle.structures.len();
    let mut round = castle.structure_ids().cycle().skip(step).take(castle.structures.len());
    round.find(|&id| view.points_left(id) > 0)
}

/// Whether the fall of a structure, alone or with another, may win the game.
fn may_win(view: &View<'_>, id: StructureId) -> bool {
    !view.keep_only() || Castle::get().structure(id).kind == SectionKind::Keep
}

/// The gatehouse or keep with the fewest points left.
fn weakest(view: &View<'_>) -> StructureId {
    let castle = Castle::get();
    let wins = |kind| matches!(kind, SectionKind::Gatehouse | SectionKind::Keep);
    let alone = |id: &StructureId| wins(castle.structure(*id).kind) && may_win(view, *id);
    let points = |id: StructureId| (view.points_left(id), id);
    castle
        .structure_ids()
        .filter(alone)
        .fold(castle.keep, |least, id| if points(id) < points(least) { id } else { least })
}

/// Fire while the weakest is of wood and nothing burns, boulders else; disease when there is nothing better.
fn fitting(view: &View<'_>) -> Ammunition {
    let kindles = view.fires().is_empty() && view.is_wood(weakest(view));
    let order = match kindles {
        true => [Ammunition::Fire, Ammunition::Boulder, Ammunition::Disease],
        false => [Ammunition::Boulder, Ammunition::Disease, Ammunition::Fire],
    };
    first_left(view, order)
}

/// The shot that is expected to bring most, or the ammunition for it.
fn weighed(view: &View<'_>, shoots_now: bool) -> Decision {
    let kinds: Vec<Ammunition> = match view.loaded().filter(|_| shoots_now) {
        Some(loaded) => vec![loaded],
        None => Ammunition::ALL.iter().copied().filter(|&kind| view.ammunition()[kind as usize] > 0).collect(),
    };
    let now = Sketch::of(view);
    let shots: Vec<Aimed> = aims(view).into_iter().filter_map(|aim| nearest(view, aim)).collect();
    let mut best: Option<(i64, Ammunition, Aimed)> = None;
    for &kind in &kinds {
        for &shot in &shots {
            let worth = expected(view, &now, kind, shot);
            if best.is_none_or(|(known, ..)| worth > known) {
                best = Some((worth, kind, shot));
            }
        }
    }
    match best {
        Some((_, _, shot)) if shoots_now => shoots(shot),
        Some((_, kind, _)) => Decision::Choose(kind),
        None if shoots_now => shot_at(view, Some(weakest(view))),
        None => Decision::Choose(fitting(view)),
    }
}

/// What is worth aiming at: gatehouses and keep, every tower where a wall meets it, and whoever is worth hitting.
fn aims(view: &View<'_>) -> Vec<Point> {
    let castle = Castle::get();
    let mut aims = Vec::new();
    for id in castle.structure_ids().filter(|&id| may_win(view, id)) {
        let middle = castle.plot_of(id).middle();
        match castle.structure(id).kind {
            SectionKind::Gatehouse | SectionKind::Keep => {
                aims.push(middle);
                aims.extend(castle.structure(id).sections.iter().map(|&side| castle.section(side).plot.middle()));
            }
            SectionKind::Tower => {
                aims.push(middle);
                let walls = castle.structure_ids().filter(|&wall| castle.structure(wall).kind == SectionKind::Wall);
                aims.extend(walls.filter(|&wall| castle.adjoin(id, wall)).map(|wall| {
                    let (tower, wall) = (castle.plot_of(id), castle.plot_of(wall));
                    let off = wall.away_from(tower.middle());
                    // The place of the wall that is nearest to the tower's middle.
                    let (to, end) = (tower.middle(), wall.end());
                    let near = Point::new(to.x.clamp(wall.corner.x, end.x), to.y.clamp(wall.corner.y, end.y));
                    if off.x.max(off.y) > 2 * INCH { wall.middle() } else { near }
                }));
            }
            SectionKind::Wall | SectionKind::Court => {}
        }
    }
    let skilled = |person: &&Counter| person.health == Health::Able && person.role == Role::Stonemason;
    aims.extend(view.people().iter().filter(skilled).map(|person| person.spot.plot().middle()));
    let soldiers = view.people().iter().filter(|person| person.health == Health::Able && person.role == Role::Soldier);
    let mut stacks: Vec<(usize, Point)> = Vec::new();
    for soldier in soldiers {
        let at = soldier.spot.plot().middle();
        match stacks.iter_mut().find(|(_, known)| *known == at) {
            Some((count, _)) => *count += 1,
            None => stacks.push((1, at)),
        }
    }
    stacks.sort_by_key(|&(count, at)| (std::cmp::Reverse(count), at.x, at.y));
    aims.extend(stacks.into_iter().take(2).map(|(_, at)| at));
    if points::short(view).is_some() {
        let mut all = points::stacks(view.people());
        all.sort_by_key(|stack| (std::cmp::Reverse(2 * stack.injured + stack.able), stack.at));
        aims.extend(all.into_iter().take(WATCHED).map(|stack| stack.at.plot().middle()));
        // Who leads may have nothing to gain by a hit, and much to lose: the middle of the court harms nothing.
        let court = castle.bounds().middle();
        aims.push(Point::new(court.x, court.y - 4 * INCH));
    }
    aims
}

/// How many stacks are weighed in the variant.
const WATCHED: usize = 4;

/// What a touch in the variant weighs beside quarters of a point.
const TOUCH: i64 = 8;

/// What a shot is worth: the worth of the castle after it, over a few falls that stand for all of them.
fn expected(view: &View<'_>, now: &Sketch<'_>, kind: Ammunition, shot: Aimed) -> i64 {
    // The setting was found to reach.
    let Some(setting) = view.tables().setting(shot.setting) else { return 0 };
    let (mut sum, mut all) = (0i64, 0i64);
    for (at, weight) in few_falls(view, shot, &setting) {
        let effects = view.effects(kind, Landing::square(at), view.deflects());
        sum += weight * now.after(&effects);
        all += weight;
    }
    sum / all.max(1)
}

/// Five falls in range by five in line, each standing for the throws nearest to it.
fn few_falls(view: &View<'_>, shot: Aimed, setting: &Setting) -> Vec<(Point, i64)> {
    let falls = falls(shot.from, shot.aim, setting, &view.tables().arm);
    let rows = (falls.len() as u64).isqrt() as usize;
    let step = (rows / 5).max(1);
    let stands_for = |at: usize| at % step == step / 2;
    let few = falls.iter().enumerate().filter(|(at, _)| stands_for(at / rows.max(1)) && stands_for(at % rows.max(1)));
    few.map(|(_, &(at, weight))| (at, weight as i64)).collect()
}

/// A castle as it would be after a shot, as far as it counts.
struct Sketch<'a> {
    view: &'a View<'a>,
    points: Vec<u8>,
    worth: i64,
}

impl<'a> Sketch<'a> {
    fn of(view: &'a View<'a>) -> Sketch<'a> {
        let points = Castle::get().structure_ids().map(|id| view.points_left(id)).collect();
        let mut sketch = Sketch { view, points, worth: 0 };
        sketch.worth = sketch.after(&[]);
        sketch
    }

    /// What the castle is worth to the attacker after some effects: how near each way of winning is.
    fn after(&self, effects: &[Impact]) -> i64 {
        if effects.is_empty() && self.worth > 0 {
            return self.worth;
        }
        let (castle, view) = (Castle::get(), self.view);
        let mut points = self.points.clone();
        let mut people: Vec<Counter> = view.people().to_vec();
        let mut closed: Vec<SectionId> = Vec::new();
        let mut burning: Vec<StructureId> = view.fires().iter().map(|fire| fire.structure).collect();
        for effect in effects {
            match *effect {
                Impact::Damaged(id, by) => points[usize::from(id.0)] = points[usize::from(id.0)].saturating_sub(by),
                Impact::Fire(id, _) => burning.push(id),
                Impact::Closed(id) => closed.push(id),
                Impact::Hurt(id, health) => people[usize::from(id.0)].health = health,
            }
        }
        for person in &mut people {
            if closed.contains(&person.section()) && person.health == Health::Able {
                person.health = Health::Injured;
            }
        }
        let able = |role: Role, id: StructureId| {
            let there = |person: &&Counter| {
                person.role == role
                    && person.health == Health::Able
                    && castle.section(person.section()).structure == Some(id)
            };
            people.iter().filter(there).count() as i64
        };
        // In quarters of a point: what there is to break, what masons would mend of it, less what burns unwatched.
        let need = |id: StructureId| {
            let left = i64::from(points[usize::from(id.0)]);
            if left == 0 {
                return 0;
            }
            let shut = castle.structure(id).sections.iter().all(|side| closed.contains(side) || view.is_closed(*side));
            let mended = if shut { -1 } else { 2 * able(Role::Stonemason, id).min(3) };
            let fires = burning.iter().filter(|&&on| on == id).count() as i64;
            let watched = able(Role::WaterBoy, id);
            (4 * left + mended - 3 * (fires - watched).max(0)).max(1)
        };
        let near = |need: i64| if need == 0 { 1_000_000 } else { 100_000 / ((need + 4) * (need + 4)) };
        let mut ways: Vec<i64> = Vec::new();
        for id in castle.structure_ids().filter(|&id| may_win(view, id)) {
            match castle.structure(id).kind {
                SectionKind::Keep | SectionKind::Gatehouse => ways.push(near(need(id))),
                SectionKind::Tower => {
                    let walls = castle
                        .structure_ids()
                        .filter(|&wall| castle.structure(wall).kind == SectionKind::Wall && castle.adjoin(id, wall));
                    ways.extend(walls.map(|wall| near(need(id) + need(wall))));
                }
                SectionKind::Wall | SectionKind::Court => {}
            }
        }
        if points::short(view).is_some() && points.iter().all(|&left| left > 0) {
            // By points (CU-5): what there is to touch, of which a shot touches one in two at best.
            let touches = points::touches(&people);
            let open = touches <= (points::shots(view) - 1).max(0) || points::short_among(&people) <= 0;
            ways.push(if open { near(TOUCH * touches) } else { 0 });
        }
        // One way is enough: what is nearest done counts most, and much begun little.
        let worth = 4 * ways.iter().max().copied().unwrap_or(0) + ways.iter().sum::<i64>() / 4;
        let soldiers = people.iter().filter(|person| person.role == Role::Soldier && person.health == Health::Able);
        let helpers = people.iter().filter(|person| person.role != Role::Soldier && person.health == Health::Able);
        worth + near(6 * soldiers.count() as i64) - 40 * helpers.count() as i64 + 1_000
    }
}
