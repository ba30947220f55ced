//! What gear and works cost (MM-10.2, MM-10.3).

use crate::rules::explain::{Explained, Part};
use crate::rules::figure::Weapon;
use crate::rules::gear::{GearPiece, Thing, Works};
use crate::rules::man_to_man::Tables;

/// The points of a piece of gear with their parts (MM-10.2): the thing, what a sow holds, the animals before it, and
/// the spares on it at the price of missiles (MM-10.1).
pub fn of_piece(piece: &GearPiece, tables: &Tables) -> Explained<i64> {
    let price = &tables.points.gear;
    let many = |count: i64, what: String| if count == 1 { what } else { format!("{count} × {what}") };
    let mut parts = Vec::new();
    let count = i64::from(piece.count);
    parts.push(Part::base("MM-10.2", many(count, piece.thing.word().to_owned()), count * price.of(piece.thing)));
    if let Some(held) = piece.holds {
        parts.push(Part::plus("MM-10.2", held.word(), price.of(held)));
    }
    if piece.animals > 0 {
        let animals = i64::from(piece.animals);
        let what = many(animals, Thing::DraughtAnimal.word().to_owned());
        parts.push(Part::plus("MM-10.2", what, animals * price.draught_animal));
    }
    let dozen = |weapon| tables.shooting.of(weapon).map_or(1, |row| u32::from(row.carried));
    let spares = &piece.spares;
    // A part of a dozen, or of three javelins, is paid for as a whole one.
    for (count, dozen, what) in [
        (spares.javelins, dozen(Weapon::Javelin), "spare javelins"),
        (spares.others, dozen(Weapon::Longbow), "spare missiles"),
    ] {
        if count > 0 {
            let dozens = i64::from(u32::from(count).div_ceil(dozen));
            parts.push(Part::plus("MM-10.1", what, dozens * tables.points.man.missiles));
        }
    }
    if spares.rounds > 0 {
        parts.push(Part::plus("MM-10.2", "spare rounds", i64::from(spares.rounds) * price.bombard_round));
    }
    Explained::of(parts)
}

/// The points of works with their parts (MM-10.3): curtain and moat by 12 in, and a part of that in proportion,
/// rounded up.
pub fn of_works(works: &[Works], tables: &Tables) -> Explained<i64> {
    let price = &tables.points.works;
    let part = |built: &Works| {
        let (count, each) = (i64::from(built.count), price.of(built.work, built.material));
        let material = if built.work.of_material() { format!("{} ", built.material) } else { String::new() };
        if built.work.by_length() {
            let points = (count * each + price.other.length - 1) / price.other.length;
            Part::plus("MM-10.3", format!("{count} in of {material}{}", built.work), points)
        } else {
            Part::plus("MM-10.3", format!("{count} × {material}{}", built.work), count * each)
        }
    };
    Explained::of(works.iter().map(part).collect())
}
