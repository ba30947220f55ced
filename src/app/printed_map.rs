//! The map as it is printed (CP-6.2): for the wall, all of it; for a side, with the armies it knows of (CP-6.3).

use crate::app::letterhead::{banner, foot};
use crate::app::world::picture;
use crate::campaign::ids::SideId;
use crate::campaign::map::EDGE;
use crate::campaign::places::Place;
use crate::campaign::problem::{Problem, Result};
use crate::campaign::realm::Tincture;
use crate::print::{Document, MapGround, PrintedMap, PrintedPlace, PrintedWay};
use crate::store::Db;
use std::collections::{BTreeMap, BTreeSet};

/// What is left free about the outermost places, in units of the map.
const MARGIN: i64 = 60;

/// The map; for a side with its own armies and those that stand where it has men or walls.
pub fn map(db: &Db, side: Option<SideId>) -> Result<Document> {
    let places = db.places()?;
    let tinctures: BTreeMap<SideId, Tincture> = db.sides()?.into_iter().map(|side| (side.id, side.tincture)).collect();
    let tincture = |of: SideId| tinctures.get(&of).copied().unwrap_or(Tincture::Argent);
    let (holds, armies, counts) = (db.strongholds()?, db.armies()?, db.army_counts()?);
    let men = |army| counts.get(&army).map_or(0, |count| count.men);
    // Where a side has men or walls it sees who else is there.
    let seen: BTreeSet<_> = armies
        .iter()
        .filter(|army| Some(army.side) == side && men(army.id) > 0)
        .filter_map(|army| army.place)
        .chain(holds.iter().filter(|hold| Some(hold.side) == side).map(|hold| hold.place))
        .collect();
    let mut printed = Vec::new();
    for place in &places {
        let here = armies.iter().filter(|army| army.place == Some(place.id) && men(army.id) > 0);
        let known = here.filter(|army| side.is_none_or(|side| army.side == side || seen.contains(&place.id)));
        let told = |army: &crate::campaign::armies::Formation| match side {
            Some(side) if side != army.side => String::new(),
            _ => format!("{} men", men(army.id)),
        };
        printed.push(PrintedPlace {
            name: place.name.clone(),
            kind: place.kind.word().to_owned(),
            x: place.x,
            y: place.y,
            tincture: place.side.map(tincture),
            holds: (holds.iter().filter(|hold| hold.place == place.id))
                .map(|hold| (hold.name.clone(), hold.kind.word().to_owned(), tincture(hold.side)))
                .collect(),
            armies: known.map(|army| (army.name.clone(), told(army), tincture(army.side))).collect(),
        });
    }
    let spot = |id| places.iter().find(|place| place.id == id).map(|place| (place.x, place.y));
    let ways = db.routes()?.into_iter().filter_map(|route| {
        let (from, to) = (spot(route.a)?, spot(route.b)?);
        Some(PrintedWay { from, to, kind: route.kind.word().to_owned(), miles: route.miles })
    });
    let picture = match db.map_picture()? {
        Some(number) => {
            let picture = db.picture(number)?;
            // What other hands laid there is judged before it is set.
            if let Some(why) = picture::fault(&picture) {
                return Err(Problem::refused(
                    format!("The map’s own picture cannot be printed: {}.", why.trim_end_matches('.')),
                    "Take it away, or lay it anew.",
                ));
            }
            Some(MapGround { width: picture.width, height: picture.height, file: picture.data })
        }
        None => None,
    };
    let mile = db.map_scale()?.and_then(|scale| {
        let (dx, dy) = ((scale.a.x - scale.b.x) as f64, (scale.a.y - scale.b.y) as f64);
        let thousandths = dx.hypot(dy) * 1000.0 / f64::from(scale.miles.max(1));
        (thousandths >= 1.0).then_some(thousandths as i64)
    });
    Ok(Document::Map(PrintedMap {
        foot: foot(db)?,
        side: side.map(|side| banner(db, side)).transpose()?,
        frame: frame(&places, picture.as_ref()),
        picture,
        places: printed,
        ways: ways.collect(),
        mile,
    }))
}

/// The part of the map to print: the whole sheet of a picture, else that with places on it.
fn frame(places: &[Place], picture: Option<&MapGround>) -> (i64, i64, i64, i64) {
    if let Some(picture) = picture {
        let longer = i64::from(picture.width.max(picture.height).max(1));
        return (0, 0, EDGE * i64::from(picture.width) / longer, EDGE * i64::from(picture.height) / longer);
    }
    let range = |of: fn(&Place) -> i64| {
        let (least, most) = (places.iter().map(of).min().unwrap_or(0), places.iter().map(of).max().unwrap_or(EDGE));
        (least - MARGIN, most - least + 2 * MARGIN)
    };
    let ((west, wide), (north, high)) = (range(|place| place.x), range(|place| place.y));
    // A row of places in one line still has a map about it.
    (west, north, wide.max(high / 2), high.max(wide / 2))
}
