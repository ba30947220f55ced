//! A map of hexes on paper (SG-5): cut into pages that cover all of it, each hex as large as was asked, with a sheet that
//! explains it.

use banneret::app::{documents, hexes};
use banneret::print::{Document, HexSheets, Options, Paper};
use banneret::rules::assault::map::{HexMap, shipped};
use std::process::Command;
use std::sync::atomic::AtomicBool;

fn sheets(map: &HexMap, paper: Paper, hex: u32) -> HexSheets {
    match hexes::sheets(map, paper, hex).expect("it is cut") {
        Document::HexSheets(sheets) => sheets,
        other => panic!("{other:?}"),
    }
}

/// The words of each page of a PDF.
fn pages(pdf: &[u8]) -> Vec<String> {
    let pages = pdf_extract::extract_text_from_mem_by_pages(pdf).expect("a PDF with text");
    pages.into_iter().map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn sg_5_the_pages_cover_the_whole_map_whatever_the_paper() {
    for map in shipped() {
        for (paper, hex) in [(Paper::A4, 25), (Paper::A4, 10), (Paper::A3, 25), (Paper::Letter, 20), (Paper::A1, 25)] {
            let cut = sheets(map, paper, hex);
            let (wide, high) = paper.millimetres();
            let room = if cut.flat { (high, wide) } else { (wide, high) };
            let down = cut.pages.len() as u32 / cut.across;
            // With what is glued taken off once for each joint, the pages are as long and as high as the map.
            let total = |sizes: Vec<i64>, joints: u32| -> i64 {
                sizes.iter().sum::<i64>() - i64::from(joints * cut.overlap) * 100
            };
            let row: Vec<i64> = cut.pages[..cut.across as usize].iter().map(|page| page.size.0).collect();
            let column: Vec<i64> = cut.pages.iter().step_by(cut.across as usize).map(|page| page.size.1).collect();
            assert!((total(row, cut.across - 1) - cut.size.0).abs() <= 10, "{} on {paper:?}", map.name);
            assert!((total(column, down - 1) - cut.size.1).abs() <= 10, "{} on {paper:?}", map.name);
            for page in &cut.pages {
                let fits = |size: i64, room: f32| size > 0 && size <= (room * 100.0) as i64;
                assert!(fits(page.size.0, room.0) && fits(page.size.1, room.1), "{}", page.name);
                let picture = std::str::from_utf8(&page.picture).expect("a picture in text");
                assert!(picture.starts_with("<svg") && picture.contains("<path"), "{}", page.name);
            }
            // A hex is so many millimetres wide: a column of hexes more is that much more paper.
            let hexes_wide = (f32::from(map.columns) + 0.5 + 2.8) * hex as f32 * 100.0;
            assert!((cut.size.0 as f32 - hexes_wide).abs() < 20.0, "{} {}", cut.size.0, hexes_wide);
            // Every joint is named on the page before it.
            assert_eq!(cut.pages[0].right.is_some(), cut.across > 1);
            assert_eq!(cut.pages[0].below.is_some(), down > 1);
        }
    }
    assert!(hexes::sheets(&shipped()[0], Paper::A4, 2).expect_err("too small").hint.contains("5 to 60 mm"));
}

#[test]
fn sg_5_a_printed_map_says_how_it_is_joined_and_what_is_drawn_how() {
    let map = &shipped()[2];
    let cut = sheets(map, Paper::A3, 15);
    let count = cut.pages.len();
    let options = Options { paper: Paper::A3, ..Options::default() };
    let document = Document::HexSheets(cut);
    let pdf = documents::pdf(&document, options, &AtomicBool::new(false)).expect("it is set");
    if let Some(kept) = std::env::var_os("BANNERET_SHOTS") {
        std::fs::write(std::path::Path::new(&kept).join("hexes-templars-A3.pdf"), &pdf).expect("kept");
    }
    let pages = pages(&pdf);
    let whole = pages.join(" ");
    for words in [
        "the Templars' castle",
        "One hex is 15 mm from side to side",
        "moat too deep to fill",
        "arrow slit, by the way it serves",
        "the Young Ladies' Tower",
        "the sluice",
        "worked from 1809",
        "A2 joins at its right",
    ] {
        assert!(whole.replace('’', "'").contains(words), "“{words}” is not printed: {}", pages[0]);
    }
    // A sheet or two before the map, and every page of it after them.
    assert!((count + 1..=count + 3).contains(&pages.len()), "{count} and {}", pages.len());
    assert_eq!(pdf, documents::pdf(&document, options, &AtomicBool::new(false)).expect("the same again"));
}

#[test]
fn the_command_prints_a_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("castle.pdf");
    let path = file.to_str().expect("text");
    let run = |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_banneret")).args(words).output().expect("it runs");
    let out = run(&["print-hexes", "border castle", "-o", path, "--hex", "10", "--json"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let pdf = std::fs::read(&file).expect("it is written");
    if let Some(kept) = std::env::var_os("BANNERET_SHOTS") {
        std::fs::write(std::path::Path::new(&kept).join("hexes-border-A4.pdf"), &pdf).expect("kept");
    }
    assert!(pages(&pdf)[0].contains("One hex is 10 mm from side to side"), "{:?}", pages(&pdf)[0]);
    let again = run(&["print-hexes", "border castle", "-o", path]);
    assert!(!again.status.success(), "an existing file is never overwritten");
    let none = run(&["print-hexes", "no such castle", "-o", "x.pdf"]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("There are border castle"));
}
