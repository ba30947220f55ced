//! The map on paper: everything for the wall, and what a side knows for the side.

use crate::support::{folder, march, open};
use banneret::app::world::{ByHand, picture};
use banneret::app::{documents, printed_map};
use banneret::campaign::ids::SideId;
use banneret::print::{Options, Paper};
use banneret::store::Store;
use std::sync::atomic::AtomicBool;

/// The words of a printed map, which is of one page.
fn words(store: &Store, side: Option<SideId>, paper: Paper) -> String {
    let document = printed_map::map(store, side).expect("the map");
    let options = Options { paper, ..Options::default() };
    let pdf = documents::pdf(&document, options, &AtomicBool::new(false)).expect("it is set");
    if let Some(kept) = std::env::var_os("BANNERET_SHOTS") {
        let name = side.map_or("wall".to_owned(), |side| format!("side-{}", side.0));
        std::fs::write(std::path::Path::new(&kept).join(format!("map-{name}-{paper:?}.pdf")), &pdf).expect("kept");
    }
    let pages = pdf_extract::extract_text_from_mem_by_pages(&pdf).expect("a PDF with text");
    assert_eq!(pages.len(), 1);
    pages[0].split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

#[test]
fn the_wall_has_every_place_hold_and_army() {
    let folder = folder();
    let store = open(&march(&folder));
    for paper in [Paper::A4, Paper::Letter, Paper::A1] {
        let told = words(&store, None, paper);
        for place in store.places().expect("places") {
            assert!(told.contains(&place.name), "{}: {told}", place.name);
        }
        for hold in store.strongholds().expect("strongholds") {
            assert!(told.contains(&hold.name), "{}: {told}", hold.name);
        }
        let army = store.army_named("Host of Estmark").expect("an army");
        let men = store.army_counts().expect("counts")[&army.id].men;
        assert!(told.contains(&format!("Host of Estmark, {men} men")), "{told}");
    }
}

#[test]
fn a_side_sees_its_own_and_who_stands_before_it() {
    // CP-6.3
    let folder = folder();
    let store = open(&march(&folder));
    let side = store.side_named("Estmark").expect("a side").id;
    let told = words(&store, Some(side), Paper::A4);
    let (mut own, mut unseen) = (0, 0);
    let armies = store.armies().expect("armies");
    let holds = store.strongholds().expect("strongholds");
    for army in &armies {
        let there = |place| {
            armies.iter().any(|other| other.side == side && other.place == place)
                || holds.iter().any(|hold| hold.side == side && Some(hold.place) == place)
        };
        let (mine, seen) = (army.side == side, there(army.place));
        own += u32::from(mine);
        unseen += u32::from(!mine && !seen);
        assert_eq!(told.contains(&army.name), mine || seen, "{}: {told}", army.name);
    }
    assert!(own > 0 && unseen > 0);
}

#[test]
fn the_clubs_own_picture_lies_under_the_map() {
    let folder = folder();
    let mut store = open(&march(&folder));
    let plain = banneret::app::documents::pdf(
        &printed_map::map(&store, None).expect("the map"),
        Options::default(),
        &AtomicBool::new(false),
    );
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_fn(300, 200, |x, y| image::Rgb([x as u8, y as u8, 90]))
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a picture");
    picture::lay(&mut store, png.get_ref(), &ByHand::default()).expect("it is laid");
    let told = words(&store, None, Paper::Letter);
    assert!(told.contains("Thornford"), "{told}");
    let document = printed_map::map(&store, None).expect("the map");
    let with = documents::pdf(&document, Options::default(), &AtomicBool::new(false)).expect("it is set");
    assert_ne!(plain.expect("it is set"), with);
}
