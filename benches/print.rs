//! Muster rolls of 1,000 and 5,000 men to PDF, a row each, against the same rows as a bare table without any style.
//! Targets: 1,000 men under 2 s, 5,000 under 10 s.

#[path = "../tests/suite/print_samples.rs"]
#[allow(dead_code)]
mod samples;

use banneret::print::{Document, MusterRoll, Options, pdf};
use criterion::{BenchmarkId, Criterion};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use typst::foundations::{Array, Dict, IntoValue};
use typst_as_lib::TypstEngine;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

const BARE: &str = "#table(columns: 8, ..sys.inputs.cells)";
const FONT: &[u8] = include_bytes!("../data/fonts/LibertinusSerif-Regular.otf");

fn roll(men: usize) -> Document {
    Document::MusterRoll(samples::army(men))
}

fn muster(document: &Document) -> usize {
    pdf(document, Options::default(), &AtomicBool::new(false)).expect("it prints").len()
}

/// The eight columns of every man of the roll, row after row.
fn cells(roll: &MusterRoll) -> Dict {
    let units = roll.battles.iter().flat_map(|battle| &battle.forces).flat_map(|force| &force.units);
    let mut cells = Array::new();
    for man in units.flat_map(|unit| &unit.men) {
        let arms = man.profile.weapons.iter().map(|weapon| weapon.word()).collect::<Vec<_>>().join(", ");
        for cell in [
            man.name.clone(),
            man.profile.class.to_string(),
            man.profile.grade.to_string(),
            man.profile.protection.to_string(),
            arms,
            man.profile.horse.to_string(),
            man.state.to_string(),
            man.points.to_string(),
        ] {
            cells.push(cell.into_value());
        }
    }
    let mut inputs = Dict::new();
    inputs.insert("cells".into(), cells.into_value());
    inputs
}

fn bare_table(engine: &TypstEngine, inputs: &Dict) -> usize {
    let document: PagedDocument = engine.compile_with_input("bare.typ", inputs.clone()).output.expect("it is set");
    typst_pdf::pdf(&document, &PdfOptions::default()).expect("it is written").len()
}

/// The middle one of five times.
fn middle(mut job: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let start = Instant::now();
            black_box(job());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[2]
}

fn main() {
    let engine = TypstEngine::builder().fonts([FONT]).with_static_source_file_resolver([("bare.typ", BARE)]).build();
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    let mut group = criterion.benchmark_group("print");
    for men in [1_000, 5_000] {
        let document = roll(men);
        let inputs = cells(&samples::army(men));
        group.bench_function(BenchmarkId::new("muster roll", men), |bench| bench.iter(|| muster(&document)));
        group.bench_function(BenchmarkId::new("bare table", men), |bench| bench.iter(|| bare_table(&engine, &inputs)));
        let (ours, bare) = (middle(|| muster(&document)), middle(|| bare_table(&engine, &inputs)));
        let ratio = ours.as_secs_f64() / bare.as_secs_f64();
        println!("print/{men}: muster roll {ours:?}, bare table {bare:?}, ratio {ratio:.2}");
    }
    group.finish();
    criterion.final_summary();
}
