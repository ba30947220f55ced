//! A line of fire told in sentences, and the cut through the ground under it drawn in characters.

use super::line::{Checked, FireLine, Obstacle, Passes, StopsLine};
use super::map::HexMap;
use crate::rules::siege::LineOfFire;

fn hexes(count: i64) -> String {
    match count {
        1 => "1 hex".to_owned(),
        _ => format!("{count} hexes"),
    }
}

/// What an obstruction is and where: `the house in 1213`.
pub fn obstruction(map: &HexMap, checked: &Checked) -> String {
    let cell = map.cell(checked.at);
    let name = cell.name();
    match checked.what {
        Obstacle::House => format!("the house in {name}"),
        Obstacle::Trees => format!("the trees in {name}"),
        Obstacle::Roof => format!("the roof over {name}"),
        Obstacle::Wall => format!("the wall beside {name}"),
        Obstacle::Gate => format!("the shut gate beside {name}"),
        Obstacle::Ground => format!("{} in {name}", cell.terrain),
    }
}

/// What came of the test of one obstruction, in a sentence.
pub fn finding(map: &HexMap, checked: &Checked) -> String {
    let what = obstruction(map, checked);
    match (checked.passes, checked.test()) {
        (Passes::BelowRamparts, _) => format!("{what} stands below both ramparts and never blocks between them"),
        (Passes::Slit, _) => format!("{what} has the arrow slit of the man who stands there"),
        (Passes::Own, _) => format!("{what} is the upper man's own rampart, of which SG-6.3 and SG-6.4 decide"),
        (Passes::Test { .. }, LineOfFire::Beneath) => format!("{what} stands no higher than the lower man"),
        (Passes::Test { .. }, LineOfFire::Above) => format!("{what} is higher than the upper man"),
        (Passes::Test { .. }, LineOfFire::Level) => format!("{what} is as high as the upper man stands"),
        (Passes::Test { .. }, LineOfFire::Between { least, .. }) => format!(
            "{what}: the lower man must stand at least {} from it and stands {}",
            hexes(least),
            hexes(checked.rise.lower)
        ),
    }
}

/// Why a line is clear or is not, in a sentence without its clause.
pub fn why(line: &FireLine, map: &HexMap) -> String {
    let name = |id| map.cell(id).name();
    match &line.stopped {
        Some(StopsLine::Obstruction(checked)) => {
            let more = match checked.test() {
                LineOfFire::Between { most, .. } => {
                    format!("; or the upper man at most {}, and stands {}", hexes(most), hexes(checked.rise.upper))
                }
                _ => ", so no distance opens the line".to_owned(),
            };
            finding(map, checked) + &more
        }
        Some(StopsLine::SetBack(at)) => format!(
            "the man in {} is set back from the battlements; he shoots out, and is shot at, only beside a breach and across it, \
             or at and from a siege tower as near to the battlements as he is",
            name(*at)
        ),
        Some(StopsLine::InnerSide(edge)) => {
            format!("the inner side of {} is fortified, and the upper man does not stand at it", name(*edge))
        }
        Some(StopsLine::TooNear { edge, upper, lower, least }) => format!(
            "the upper man stands {} back from the edge of the rampart at {}, so the lower must stand at least {} from it, \
             and stands {}",
            hexes(*upper),
            name(*edge),
            hexes(*least),
            hexes(*lower)
        ),
        Some(StopsLine::Passage) => {
            "the passage lies under the ground; only who stands in a straight stretch of it sees who stands there"
                .to_owned()
        }
        None => {
            let over = line.checked.iter().filter(|checked| checked.rise.height > 0).collect::<Vec<_>>();
            match over.as_slice() {
                [] => "nothing on the line stands higher than the lower man".to_owned(),
                over => over.iter().map(|checked| finding(map, checked)).collect::<Vec<_>>().join("; "),
            }
        }
    }
}

/// The cut through the ground under a line, from the hex that was asked for first: a column a hex, a row a level. `_` is
/// the floor of a hex, `#` what lies below it, `H` a house, `T` trees, `=` a roof, `|` a wall or shut gate; `A` and `B`
/// are the two men, and `*` the line, `X` where it meets something solid.
pub fn cut(line: &FireLine, map: &HexMap, from: super::map::HexId) -> String {
    let mut row = line.hexes.clone();
    let turned = line.lower.at != from;
    if turned {
        row.reverse();
    }
    let tops = row.iter().map(|&id| map.cell(id).top).chain([line.lower.level, line.upper.level]);
    let walls = |n: usize| {
        let (a, b) = (*row.get(n)?, *row.get(n + 1)?);
        line.checked.iter().find(|checked| {
            matches!(checked.what, Obstacle::Wall | Obstacle::Gate) && checked.at == if turned { b } else { a }
        })
    };
    let wall_tops = line.checked.iter().map(|checked| checked.top);
    let highest = tops.chain(wall_tops).max().unwrap_or(0);
    let lowest = row.iter().map(|&id| map.cell(id).level).min().unwrap_or(0);
    let last = row.len() - 1;
    let (first_level, last_level) =
        if turned { (line.upper.level, line.lower.level) } else { (line.lower.level, line.upper.level) };
    // Twice the height of the line over a hex, so that a half is rounded to the level above.
    let height = |n: usize| {
        let (n, last) = (n as i64, (last as i64).max(1));
        let sum = i64::from(first_level) * (last - n) + i64::from(last_level) * n;
        (2 * sum + last).div_euclid(2 * last) as i8
    };
    let mut out = String::new();
    for level in (lowest..=highest).rev() {
        let mut text = format!("{level:>3} ");
        for (n, &id) in row.iter().enumerate() {
            let cell = map.cell(id);
            let (fill, solid) = match level {
                _ if level == cell.level => ('_', false),
                _ if level < cell.level => ('#', true),
                _ if level > cell.top => (' ', false),
                _ if cell.terrain == super::map::Terrain::House => ('H', true),
                _ if cell.terrain == super::map::Terrain::Trees => ('T', true),
                _ if cell.roofed && level == cell.top => ('=', true),
                _ if cell.roofed => (' ', false),
                _ => ('#', true),
            };
            let middle = match n {
                0 if level == first_level => 'A',
                _ if n == last && level == last_level => 'B',
                0 => fill,
                _ if n == last => fill,
                _ if level == height(n) && solid => 'X',
                _ if level == height(n) => '*',
                _ => fill,
            };
            text.extend([fill, middle, fill]);
            let wall = walls(n).is_some_and(|wall| {
                let floor = cell.level.min(row.get(n + 1).map_or(cell.level, |&next| map.cell(next).level));
                level > floor && level <= wall.top
            });
            text.push(if wall { '|' } else { ' ' });
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    let name = |part: std::ops::Range<usize>| {
        row.iter().map(|&id| map.cell(id).hex.to_string()[part.clone()].to_owned() + "  ").collect::<String>()
    };
    // Columns above rows, so that a hex of three characters holds its name.
    out.push_str(&format!("     {}\n     {}\n", name(0..2).trim_end(), name(2..4).trim_end()));
    out
}
