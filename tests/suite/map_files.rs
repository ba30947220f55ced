//! The map from files and to them: every fault at once, a preview, one action; and the map's own picture.

use crate::support::{content, folder, json, march, open, refused, said, same, sound};
use banneret::app::check;
use banneret::app::found::{self, Beginning};
use banneret::app::world::mapping::{self, Becoming, Taking};
use banneret::app::world::sides;
use banneret::app::world::{ByHand, chart, picture};
use banneret::campaign::map::{MapScale, MapSpot};
use banneret::campaign::map_file::Extent;
use banneret::campaign::places::{PlaceKind, StrongholdKind};
use banneret::store::Store;
use image::{ImageFormat, Rgb, RgbImage};
use std::fs;
use std::io::Cursor;

fn empty() -> (tempfile::TempDir, Store) {
    let folder = folder();
    let store = found::empty(&folder.path().join("own.banneret"), &Beginning::of("Own")).expect("a campaign");
    (folder, store)
}

/// The lines of a refusal that must be one, with nothing taken in.
fn faults(store: &mut Store, file: &str, taking: &Taking) -> Vec<String> {
    let before = content(store);
    let seen = mapping::preview(store, file.as_bytes(), taking).expect_err("the preview tells the faults");
    let problem = mapping::take_in(store, file.as_bytes(), taking, &ByHand::default()).expect_err("it is refused");
    assert_eq!((&seen.sentence, seen.hint.is_empty()), (&problem.sentence, false));
    same(&before, &content(store), "after a refused map");
    problem.sentence.lines().map(str::to_owned).collect()
}

#[test]
fn places_and_routes_go_out_as_csv_and_come_in_again() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let places = mapping::places_as_csv(&store).expect("its places");
    let routes = mapping::routes_as_csv(&store).expect("its routes");
    assert!(
        places.starts_with("name,kind,side,x,y,people,fiefs\n") && routes.starts_with("from,to,miles,kind,measured\n")
    );
    let none = mapping::take_in(&mut store, places.as_bytes(), &Taking::default(), &ByHand::default());
    assert!(none.expect_err("nothing is new").sentence.contains("already"));
    // Into an empty campaign both come whole, and go out the same.
    let (_folder, mut other) = empty();
    let making = Taking { make_sides: true, extent: None };
    let come = mapping::take_in(&mut other, places.as_bytes(), &making, &ByHand::default()).expect("the places");
    assert_eq!((come.sides.len(), come.places.len()), (3, store.places().expect("places").len()));
    mapping::take_in(&mut other, routes.as_bytes(), &Taking::default(), &ByHand::default()).expect("the routes");
    assert_eq!(mapping::places_as_csv(&other).expect("its places"), places);
    assert_eq!(mapping::routes_as_csv(&other).expect("its routes"), routes);
    sound(&other, "a map taken in");
    // One cell changed in a spreadsheet is one place changed.
    let name = store.places().expect("places")[0].name.clone();
    let line = places.lines().nth(1).expect("a place");
    let changed = format!("name,people\n{},4321\n", line.split(',').next().expect("a name"));
    let seen = mapping::preview(&store, changed.as_bytes(), &Taking::default()).expect("a preview");
    assert_eq!((seen.places.len(), seen.places[0].becoming), (1, Becoming::Changed));
    let old = store.place_named(&name).expect("the place");
    mapping::take_in(&mut store, changed.as_bytes(), &Taking::default(), &ByHand::default()).expect("taken in");
    let new = store.place_named(&name).expect("the place");
    assert_eq!((new.people, new.x, new.kind, new.side), (4321, old.x, old.kind, old.side), "the rest stays");
    // And one undo takes a whole map back.
    assert!(other.undo().expect("undone").is_some());
    assert!(other.routes().expect("routes").is_empty() && !other.places().expect("places").is_empty());
}

#[test]
fn every_fault_of_a_table_is_told_at_once_by_its_line() {
    let (_folder, mut store) = empty();
    let plain = Taking::default();
    let told = faults(
        &mut store,
        "name,kind,side,x,y,people\n,town,,1,1,1\nFord,castel,,1,1,1\nMill,town,Ashby,1,1,-4\nMill,town,,5,,1\nKeep,castle,,1200,4,1\n",
        &plain,
    );
    let begins: Vec<&str> = told.iter().map(|line| line.split(':').next().expect("where")).collect();
    assert_eq!(
        begins,
        [
            "Line 2, column name",
            "Line 3, column kind",
            "Line 4, column people",
            "Line 4",
            "Line 5",
            "Line 5",
            "Line 6, column x"
        ],
        "{told:?}"
    );
    assert!(told[3].contains("no side “Ashby”") && told[5].contains("“Mill” stands at line 4"), "{told:?}");
    assert!(told[1].contains("castel") && told[1].contains("city, town"), "{told:?}");
    // Lines are counted however they end.
    let told = faults(&mut store, "name,x,y\r\nMill,1,1\r\nFord,x,2\r\n\r\nKeep,3,-3\r\n", &plain);
    assert!(told.len() == 4 && told[0].starts_with("Line 3,") && told[2].starts_with("Line 5,"), "{told:?}");
    // A route to a place of which something is wrong is not wrong for it; one to itself or to nowhere is.
    let told = faults(&mut store, "from,to,miles,kind\nMill,Mill,4,road\nMill,Ford,x,road\n", &plain);
    assert!(
        told.iter().any(|line| line.starts_with("Line 2"))
            && told.iter().any(|line| line.starts_with("Line 3, column miles")),
        "{told:?}"
    );
    // What only the campaign can tell is told at once, too.
    let told = faults(&mut store, "name,side,x,y\nMill,Ashby,1,1\nmill,,2,2\nFord,,,\n", &plain);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("no side “Ashby”") && told[1].contains("line 2") && told[2].contains("where it lies"));
    let told = faults(&mut store, "from,to,miles\nMill,Ford,3\nMill,Mill,0\n", &plain);
    assert_eq!(told.iter().filter(|line| line.starts_with("Line 2")).count(), 2, "{told:?}");
    for (file, what) in [
        ("", "empty"),
        ("fruit,colour\napple,red\n", "expected the columns"),
        ("name,x,y\n", "nothing under it"),
        ("Burg,Population\nMill,3\n", "Longitude and Latitude"),
    ] {
        let told = faults(&mut store, file, &plain);
        assert!(told.len() == 1 && told[0].contains(what), "{file}: {told:?}");
    }
    let many = format!("name,x,y\n{}", ",1,1\n".repeat(500));
    let told = faults(&mut store, &many, &plain);
    assert_eq!((told.len(), told.last().map(String::as_str)), (101, Some("And 400 more.")));
}

/// Burgs in the columns of the generator.
const BURGS: &str = "Id,Burg,Province,Province Full Name,State,State Full Name,Culture,Religion,Group,Population,X,Y,Latitude,\
Longitude,Elevation (ft),Temperature,Temperature likeness,Capital,Port,Citadel,Walls,Plaza,Temple,Shanty Town,Emblem,Preview link\n\
1,Harn,North,Northland,Orm,Kingdom of Orm,Ormish,Old,capital,12044,100,50,41.2,3.1,320,50,like,capital,,citadel,walls,plaza,temple,,,\n\
2,Sund,North,Northland,Orm,Kingdom of Orm,Ormish,Old,city,3011.6,500,250,40.1,5.1,10,51,like,,port,citadel,,,,,,\n\
3,Vale,,,Neutrals,Neutrals,Ormish,Old,village,240,300,450,39,4.2,400,50,like,,,,walls,,,,,\n";

#[test]
fn the_burgs_of_a_made_map_become_places_and_strongholds() {
    let (_folder, mut store) = empty();
    let seen = mapping::preview(&store, BURGS.as_bytes(), &Taking::default()).expect("a preview");
    assert!(seen.notes.iter().any(|note| note.contains("Orm is no side")), "{:?}", seen.notes);
    assert!(seen.places.iter().all(|place| place.side.is_empty() && place.stronghold.is_none()));
    assert!(store.places().expect("places").is_empty(), "a preview takes nothing in");
    let making = Taking { make_sides: true, extent: None };
    let come = mapping::take_in(&mut store, BURGS.as_bytes(), &making, &ByHand::because("our own")).expect("taken in");
    assert_eq!(come.sides, ["Orm"]);
    let kinds: Vec<(PlaceKind, u32)> = ["Harn", "Sund", "Vale"]
        .map(|name| store.place_named(name).expect("a place"))
        .map(|place| (place.kind, place.people))
        .to_vec();
    assert_eq!(kinds, [(PlaceKind::City, 12044), (PlaceKind::Port, 3012), (PlaceKind::Village, 240)]);
    // 400 across and 400 down, fitted to the map with 40 units left free: 920 units for 400, or 2.3 for one.
    let spots: Vec<(i64, i64)> = ["Harn", "Sund", "Vale"]
        .map(|name| store.place_named(name).expect("a place"))
        .map(|place| (place.x, place.y))
        .to_vec();
    assert_eq!(spots, [(40, 40), (960, 500), (500, 960)]);
    let walls = store.stronghold_named("Walls of Harn").expect("its walls");
    assert_eq!(
        (walls.kind, walls.capacity, walls.rations),
        (StrongholdKind::Town, 200, 2400),
        "CP-1.1 as the house has it"
    );
    assert_eq!(store.stronghold_named("Sund Castle").expect("its castle").kind, StrongholdKind::BorderCastle);
    assert!(come.notes.iter().any(|note| note.contains("Vale is fortified but belongs to nobody")), "{:?}", come.notes);
    assert_eq!(store.strongholds().expect("strongholds").len(), 2);
    sound(&store, "a made map");
    // By its edges: the map is 1000 wide as the file is.
    let (_folder, mut store) = empty();
    let edges = Taking { make_sides: false, extent: Some(Extent { west: 0.0, north: 0.0, east: 1000.0 }) };
    mapping::take_in(&mut store, BURGS.as_bytes(), &edges, &ByHand::default()).expect("taken in");
    let harn = store.place_named("Harn").expect("a place");
    assert_eq!((harn.x, harn.y), (100, 50));
    let wrong = Taking { extent: Some(Extent { west: 5.0, north: 0.0, east: 5.0 }), ..edges };
    assert!(mapping::preview(&store, BURGS.as_bytes(), &wrong).is_err());
    let small = Taking { extent: Some(Extent { west: 0.0, north: 0.0, east: 200.0 }), ..Taking::default() };
    let told = faults(&mut store, BURGS, &small);
    assert!(told.iter().any(|line| line.starts_with("Line 3: it lies off the map")), "{told:?}");
}

const LAND: &str = r#"{ "type": "FeatureCollection", "features": [
 { "type": "Feature", "properties": { "name": "Low Ford", "kind": "ford" }, "geometry": { "type": "Point", "coordinates": [2.0, 50.0] } },
 { "type": "Feature", "properties": { "name": "Keep", "population": "1500", "citadel": true, "side": "Ashby" }, "geometry": { "type": "Point", "coordinates": [2.0, 51.0] } },
 { "type": "Feature", "properties": { "kind": "track" }, "geometry": { "type": "LineString", "coordinates": [[2.0, 50.0], [2.3, 50.5], [2.0, 51.0]] } } ] }"#;

#[test]
fn points_and_lines_of_geojson_become_places_and_routes() {
    let (_folder, mut store) = empty();
    sides::add(&mut store, &crate::made_by_hand::side("Ashby"), &ByHand::default()).expect("a side");
    let come = mapping::take_in(&mut store, LAND.as_bytes(), &Taking::default(), &ByHand::default()).expect("taken in");
    // One degree of latitude is 69 miles and 920 units of the map, so the map is 75 miles from north to south.
    assert_eq!(come.scale.expect("a scale").miles, 75);
    let (ford, keep) = (store.place_named("low ford").expect("the ford"), store.place_named("Keep").expect("the keep"));
    assert_eq!(((ford.x, ford.y), (keep.x, keep.y)), ((40, 960), (40, 40)), "north is up");
    assert_eq!((ford.kind, keep.kind, keep.people), (PlaceKind::Ford, PlaceKind::Town, 1500));
    let road = store.routes().expect("routes").remove(0);
    assert_eq!((road.miles, road.measured, road.kind.word()), (69, true, "track"), "as the scale has it");
    assert_eq!(store.strongholds().expect("strongholds")[0].name, "Keep Castle");
    sound(&store, "out of GeoJSON");
    // Its miles follow the scale.
    let scale = MapScale { a: MapSpot { x: 40, y: 40 }, b: MapSpot { x: 40, y: 960 }, miles: 46 };
    assert_eq!(chart::set_scale(&mut store, &scale, &ByHand::default()).expect("a scale"), 1);
    assert_eq!(store.routes().expect("routes")[0].miles, 46);
    // Every fault by its feature.
    let wrong = r#"{ "type": "FeatureCollection", "features": [
     { "properties": {}, "geometry": { "type": "Point", "coordinates": [2.0, 50.0] } },
     { "properties": { "name": "A", "people": "many" }, "geometry": { "type": "Point", "coordinates": [720, 50] } },
     { "properties": { "name": "B" }, "geometry": { "type": "Polygon", "coordinates": [] } },
     { "properties": null, "geometry": { "type": "LineString", "coordinates": [[1, 1]] } },
     { "properties": { "name": "C", "kind": "fortress" }, "geometry": null } ] }"#;
    let told = faults(&mut store, wrong, &Taking::default());
    let features: Vec<&str> = told.iter().map(|line| line.split(':').next().expect("where")).collect();
    assert_eq!(features, ["Feature 1", "Feature 2", "Feature 2", "Feature 3", "Feature 4", "Feature 5"], "{told:?}");
    let nowhere = LAND.replace("[2.0, 51.0]]", "[2.0, 50.5]]");
    let told = faults(&mut store, &nowhere, &Taking::default());
    assert!(told.len() == 1 && told[0].starts_with("Feature 3: no place lies where the line ends"), "{told:?}");
    for text in ["{", "[]", r#"{ "type": "Feature" }"#, r#"{ "type": "FeatureCollection", "features": [] }"#] {
        assert_eq!(faults(&mut store, text, &Taking::default()).len(), 1, "{text}");
    }
}

/// A picture in bands of colour, as a PNG.
pub fn painted(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 90]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

#[test]
fn a_picture_is_judged_scaled_and_kept_in_the_file() {
    let (folder, mut store) = empty();
    let by = ByHand::default();
    let size = picture::lay(&mut store, &painted(3000, 1500), &by).expect("a picture");
    assert_eq!(size, (2048, 1024), "scaled to what stays fast");
    let number = store.map_picture().expect("the map").expect("a picture");
    let kept = store.picture(number).expect("the picture");
    assert_eq!((kept.width, kept.height), size);
    assert!(kept.data.starts_with(&[0xFF, 0xD8]) && kept.data.len() < 1 << 20, "a JPEG of {} bytes", kept.data.len());
    picture::lay(&mut store, &painted(30, 20), &by).expect("another");
    store.undo().expect("undone");
    assert_eq!(store.map_picture().expect("the map"), Some(number), "the first is there again");
    store.redo().expect("redone");
    picture::take_away(&mut store, &by).expect("parchment");
    assert!(picture::take_away(&mut store, &by).is_err());
    for wrong in [&b"GIF89a"[..], b"", b"\x89PNG\r\n\x1a\nrest", &painted(40, 40)[..60]] {
        let problem = picture::lay(&mut store, wrong, &by).expect_err("it cannot be read");
        assert!(!problem.hint.is_empty(), "{problem}");
    }
    // A picture that claims to be enormous is refused before any of it is read.
    let mut vast = painted(10, 10);
    vast[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    assert!(picture::lay(&mut store, &vast, &by).is_err());
    sound(&store, "with a picture");
    let file = store.path().to_owned();
    drop(store);
    assert_eq!(check::check(&file).expect("looked at"), []);
    // What was damaged in it is found.
    let sql = rusqlite::Connection::open(&file).expect("the file");
    sql.execute("UPDATE picture SET data = substr(data, 1, 300) WHERE id = 1", []).expect("damaged");
    drop(sql);
    let found = check::check(&file).expect("looked at");
    assert!(found.iter().any(|finding| finding.breach.contains("picture 1")), "{found:?}");
    drop(folder);
}

#[test]
fn a_map_is_taken_in_and_out_by_commands() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let file = at("own.banneret");
    said(&["new", &file, "--name", "Own"]);
    fs::write(at("burgs.csv"), BURGS).expect("written");
    fs::write(at("map.png"), painted(64, 48)).expect("written");
    let seen = json(&["map", &file, "import", &at("burgs.csv"), "--preview", "--make-sides"]);
    assert_eq!((seen["places"].as_array().map(Vec::len), &seen["sides"][0]), (Some(3), &"Orm".into()));
    let text = said(&["map", &file, "import", &at("burgs.csv"), "--preview"]);
    assert!(text.contains("3 new places") && text.contains("Note: "), "{text}");
    assert_eq!(json(&["show", &file, "places"])["places"].as_array().map(Vec::len), Some(0));
    let done = json(&[
        "map",
        &file,
        "import",
        &at("burgs.csv"),
        "--make-sides",
        "--west",
        "0",
        "--north",
        "0",
        "--east",
        "600",
    ]);
    assert!(done["done"].as_str().is_some_and(|done| done.contains("2 new strongholds")), "{done}");
    let places = said(&["map", &file, "places"]);
    assert!(places.lines().count() == 4 && places.contains("Harn,city,Orm,167,83,12044,0"), "{places}");
    said(&["map", &file, "routes", "-o", &at("routes.csv")]);
    assert_eq!(fs::read_to_string(at("routes.csv")).expect("written"), "from,to,miles,kind,measured\n");
    let laid = json(&["map", &file, "picture", &at("map.png")]);
    assert_eq!(laid["picture"].to_string().replace(['\n', ' '], ""), "[64,48]");
    said(&["map", &file, "picture", "-o", &at("kept.jpg")]);
    assert!(fs::read(at("kept.jpg")).expect("written").starts_with(&[0xFF, 0xD8]));
    said(&["map", &file, "picture", "--plain"]);
    refused(&["map", &file, "picture", "-o", &at("none.jpg")]);
    refused(&["map", &file, "picture", &at("burgs.csv")]);
    fs::write(at("bad.csv"), "name,x,y\n,1,1\nMill,2000,1\n").expect("written");
    let (sentence, _) = refused(&["map", &file, "import", &at("bad.csv")]);
    assert_eq!(sentence.lines().count(), 2, "{sentence}");
    said(&["check", &file]);
}
