//! In the castle: where the counters stand, when the wizard casts, and what everybody does.

use super::{Craft, points};
use crate::rules::castle_under_siege::castle::{Castle, CastleSpot, SectionId, SectionKind, StructureId};
use crate::rules::castle_under_siege::state::{Awaited, Counter, Health, PersonId, Role};
use crate::rules::castle_under_siege::{Decision, Errand, View};

/// What the defender decides.
pub(super) fn decide(skill: Craft, view: &View<'_>) -> Decision {
    match view.stage() {
        Awaited::Place => placed(skill, view),
        Awaited::Deflect => Decision::Deflect(casts(skill, view)),
        Awaited::Leave(leaving) => leaves(view, leaving[0]),
        _ => works(skill, view).unwrap_or(Decision::Done),
    }
}

/// The next counter and where it stands.
fn placed(skill: Craft, view: &View<'_>) -> Decision {
    let Some(role) = Role::ALL.iter().copied().find(|&role| view.unplaced(role) > 0) else { return Decision::Done };
    let number = view.people().iter().filter(|person| person.role == role).count();
    // Where the killed are counted nobody heaps his people (CU-5).
    let counted = points::short(view).is_some();
    let spots = match skill {
        Craft::Apprentice if counted => paired(role),
        Craft::Apprentice => heaped(role),
        Craft::Journeyman => lined(role, counted),
        Craft::Master => apart(role, counted),
    };
    Decision::Place(role, spots[number % spots.len()])
}

fn sections(kinds: &[SectionKind]) -> Vec<SectionId> {
    let castle = Castle::get();
    castle.ids().filter(|&id| kinds.contains(&castle.section(id).kind)).collect()
}

/// The spots of some sections, the first of each, then the second, and so on.
fn in_turn(sections: &[SectionId]) -> Vec<CastleSpot> {
    let castle = Castle::get();
    let most = sections.iter().map(|&id| castle.section(id).spots.len()).max().unwrap_or(0);
    let row = |at: usize| sections.iter().filter_map(move |&id| castle.section(id).spots.get(at).copied());
    (0..most).flat_map(row).collect()
}

/// Soldiers heaped on the walls before the gates, the crew in a corner of the court.
fn heaped(role: Role) -> Vec<CastleSpot> {
    let (walls, court) = (sections(&[SectionKind::Wall]), sections(&[SectionKind::Court]));
    match role {
        Role::Soldier => walls.iter().map(|&id| Castle::get().section(id).spots[0]).collect(),
        _ => Castle::get().section(court[0]).spots[..2].to_vec(),
    }
}

/// Soldiers two by two on the walls, the crew along the edge of the court.
fn paired(role: Role) -> Vec<CastleSpot> {
    let (walls, court) = (sections(&[SectionKind::Wall]), sections(&[SectionKind::Court]));
    match role {
        Role::Soldier => walls.iter().flat_map(|&id| Castle::get().section(id).spots.iter().copied().take(2)).collect(),
        // Each calling a stretch of its own.
        _ => Castle::get().section(court[0]).spots.iter().copied().skip(4 * role as usize).take(4).collect(),
    }
}

/// Soldiers along the walls and in the towers, the crew in the gatehouses and the keep; where the killed are counted each
/// calling begins on spots of its own.
fn lined(role: Role, counted: bool) -> Vec<CastleSpot> {
    let kinds: &[SectionKind] = match role {
        Role::Soldier => &[SectionKind::Wall, SectionKind::Tower],
        _ => &[SectionKind::Gatehouse, SectionKind::Keep],
    };
    let (sections, mut spots) = (sections(kinds), in_turn(&sections(kinds)));
    if counted && role != Role::Soldier {
        let (all, callings) = (spots.len(), role as usize - 1);
        spots.rotate_left(callings * sections.len() % all);
    }
    spots
}

/// Soldiers in the court, no two to be hit at once; crew together in the gatehouses and the keep, those who mend furthest from
/// where they are aimed at. Two masons in one gatehouse mend as much as a boulder breaks, and one in each of two does not
/// hold either, so two stand together. Where the killed are counted no two share a spot.
fn apart(role: Role, counted: bool) -> Vec<CastleSpot> {
    let castle = Castle::get();
    let court = sections(&[SectionKind::Court]);
    let posts = castle
        .structure_ids()
        .filter(|&id| matches!(castle.structure(id).kind, SectionKind::Gatehouse | SectionKind::Keep));
    // The spots of one side of a post, those furthest from its middle and nearest to the court first.
    let corners = |id: StructureId, side: usize| {
        let (middle, within) = (castle.plot_of(id).middle(), castle.bounds().middle());
        let side = castle.structure(id).sections[side];
        let mut spots = castle.section(side).spots.clone();
        spots.sort_by_key(|spot| {
            let at = spot.plot().middle();
            (-at.distance_squared(middle), at.distance_squared(within))
        });
        spots
    };
    match role {
        Role::Soldier => {
            let open = court.iter().flat_map(|&id| castle.section(id).spots.iter().copied());
            open.filter(|spot| spot.x() % 3 == 1 && spot.y() % 3 == 1).collect()
        }
        Role::Stonemason => {
            let posts: Vec<StructureId> = posts.collect();
            let held = [(0, 0), (0, 1), (1, 0)];
            held.into_iter().filter_map(|(post, side)| posts.get(post).map(|&id| corners(id, side)[0])).collect()
        }
        Role::Priest => {
            let posts: Vec<StructureId> = posts.collect();
            let held = [(0, 0), (0, 1), (1, 0)];
            held.into_iter().filter_map(|(post, side)| posts.get(post).map(|&id| corners(id, side)[1])).collect()
        }
        Role::WaterBoy => posts.map(|id| corners(id, 1)[if counted { 2 } else { 0 }]).collect(),
        Role::Wizard => sections(&[SectionKind::Keep]).iter().map(|&id| castle.section(id).spots[2]).collect(),
    }
}

/// The fewest points whose loss would lose the game (CU-5).
fn nearest_loss(view: &View<'_>) -> u32 {
    let castle = Castle::get();
    let left = |id: StructureId| u32::from(view.points_left(id));
    let alone = |id: StructureId| match castle.structure(id).kind {
        SectionKind::Keep | SectionKind::Gatehouse => Some(left(id)),
        SectionKind::Tower => {
            let walls = castle.structure_ids().filter(|&wall| castle.structure(wall).kind == SectionKind::Wall);
            walls.filter(|&wall| castle.adjoin(id, wall)).map(|wall| left(id) + left(wall)).min()
        }
        SectionKind::Wall | SectionKind::Court => None,
    };
    castle.structure_ids().filter_map(alone).min().unwrap_or(0)
}

/// Whether the wizard casts: at once, or when little is left of something, or when a shot or two could decide it.
fn casts(skill: Craft, view: &View<'_>) -> bool {
    let boulder = u32::from(view.tables().damage.over_half);
    // In the variant a few more killed may decide it as well (CU-5).
    let close = points::short(view).is_some_and(|short| (1..=CLOSE).contains(&short));
    match skill {
        Craft::Apprentice => true,
        Craft::Journeyman | Craft::Master if close => true,
        Craft::Journeyman => nearest_loss(view) <= 2 * boulder,
        Craft::Master => nearest_loss(view) <= 2 * boulder + 1,
    }
}

/// How few more killed decide the variant soon.
const CLOSE: i64 = 3;

/// Where somebody goes out of a closed section: to the first spot on which nobody stands.
fn leaves(view: &View<'_>, person: PersonId) -> Decision {
    let spots = view.spots_out(person);
    let free = |spot: &&CastleSpot| !view.people_ids().any(|id| view.person(id).spot == **spot);
    let to = spots.iter().find(free).or(spots.first()).copied().unwrap_or(view.person(person).spot);
    Decision::Leave(person, to)
}

/// The next deed of somebody who has one to do.
fn works(skill: Craft, view: &View<'_>) -> Option<Decision> {
    let able = |id: &PersonId| {
        let person = view.person(*id);
        person.health == Health::Able && !person.acted && !matches!(person.role, Role::Soldier | Role::Wizard)
    };
    let work = view.people_ids().filter(able).find_map(|id| {
        let walks = || match skill {
            Craft::Apprentice => None,
            Craft::Journeyman | Craft::Master => towards(skill, view, id).map(Errand::Move),
        };
        let deed = here(skill, view, id).or_else(walks)?;
        view.may_do(id, deed).then_some(Decision::Act(id, deed))
    });
    work.or_else(|| spreads(skill, view))
}

/// In the variant nobody who can help it shares a spot, where one shot would touch him and another (CU-5).
fn spreads(skill: Craft, view: &View<'_>) -> Option<Decision> {
    if skill == Craft::Apprentice || points::short(view).is_none_or(|short| short <= 0) {
        return None;
    }
    let shared = |id: &PersonId| {
        let person = view.person(*id);
        let with = view.people_ids().filter(|&other| view.person(other).spot == person.spot).count();
        with > 1 && person.health == Health::Able && !person.acted && person.role == Role::Soldier
    };
    view.people_ids().filter(shared).find_map(|id| {
        let castle = Castle::get();
        let mut beside = castle.section(view.person(id).section()).beside.clone();
        // Gatehouses and the keep are shot at first.
        beside.retain(|&id| !view.is_closed(id));
        beside.sort_by_key(|&id| matches!(castle.section(id).kind, SectionKind::Gatehouse | SectionKind::Keep));
        let free = |spot: &CastleSpot| !view.people_ids().any(|other| view.person(other).spot == *spot);
        let to = beside.iter().flat_map(|&id| castle.section(id).spots.iter().copied()).find(free)?;
        let deed = Errand::Move(to);
        view.may_do(id, deed).then_some(Decision::Act(id, deed))
    })
}

/// What he can do where he is; of the injured the crew is healed first.
fn here(skill: Craft, view: &View<'_>, id: PersonId) -> Option<Errand> {
    let structure = Castle::get().section(view.person(id).section()).structure;
    let falls = skill != Craft::Apprentice && structure.is_some_and(|id| points::lets_fall(view, id));
    let mut deeds = if falls { Vec::new() } else { vec![Errand::PutOut, Errand::Repair] };
    let mut others: Vec<PersonId> = view.people_ids().collect();
    others.sort_by_key(|&other| (view.person(other).role == Role::Soldier, other));
    deeds.extend(others.into_iter().map(Errand::Heal));
    deeds.into_iter().find(|&deed| view.may_do(id, deed))
}

/// How badly somebody of a calling is needed in a section; not at all if less than 1.
fn needed(skill: Craft, view: &View<'_>, person: &Counter, id: SectionId) -> i64 {
    let structure = Castle::get().section(id).structure;
    if person.role != Role::Priest && structure.is_some_and(|id| points::lets_fall(view, id)) {
        return 0;
    }
    match person.role {
        Role::WaterBoy => {
            let fires = view.fires().iter().filter(|fire| Some(fire.structure) == structure).count() as i64;
            fires - if skill == Craft::Master { others_there(view, person, id) } else { 0 }
        }
        Role::Stonemason => structure.map_or(0, |structure| {
            let (left, whole) = (view.points_left(structure), view.points_whole(structure));
            let damage = if left == 0 { 0 } else { i64::from(whole - left) };
            damage - if skill == Craft::Master { others_there(view, person, id) } else { 0 }
        }),
        Role::Priest => {
            let hurt = |other: &&Counter| other.section() == id && other.health == Health::Injured;
            view.people().iter().filter(hurt).count() as i64
        }
        Role::Soldier | Role::Wizard => 0,
    }
}

/// How many able others of his calling are on the structure already, and will see to it.
fn others_there(view: &View<'_>, person: &Counter, id: SectionId) -> i64 {
    let castle = Castle::get();
    let there = |other: &&Counter| {
        let of = castle.section(other.section()).structure;
        of == castle.section(id).structure && other.role == person.role && other.health == Health::Able
    };
    let own = i64::from(castle.section(person.section()).structure == castle.section(id).structure);
    view.people().iter().filter(there).count() as i64 - own
}

/// The first step of the shortest open way to where he is needed.
fn towards(skill: Craft, view: &View<'_>, id: PersonId) -> Option<CastleSpot> {
    let (castle, person) = (Castle::get(), view.person(id));
    let mut seen = vec![person.section()];
    let mut ring: Vec<(SectionId, SectionId)> = Vec::new();
    let open = |id: &SectionId| !view.is_closed(*id);
    ring.extend(castle.section(person.section()).beside.iter().filter(|id| open(id)).map(|&id| (id, id)));
    while !ring.is_empty() {
        let worst =
            ring.iter().map(|&(id, first)| (needed(skill, view, person, id), first)).max_by_key(|(need, _)| *need);
        if let Some((1.., first)) = worst {
            return spot_in(view, first);
        }
        seen.extend(ring.iter().map(|&(id, _)| id));
        let mut next = Vec::new();
        for &(id, first) in &ring {
            let beside = castle.section(id).beside.iter().filter(|other| open(other) && !seen.contains(other));
            next.extend(beside.map(|&other| (other, first)));
        }
        ring = next;
    }
    None
}

/// A spot of a section on which nobody stands, if there is one.
fn spot_in(view: &View<'_>, id: SectionId) -> Option<CastleSpot> {
    let spots = &Castle::get().section(id).spots;
    let free = |spot: &&CastleSpot| !view.people_ids().any(|id| view.person(id).spot == **spot);
    spots.iter().find(free).or(spots.first()).copied()
}
