//! However much is handed in, an answer comes soon.

use crate::{chart, sample};
use std::time::{Duration, Instant};
use vouch_press::{PressError, Report, html, pdf};

/// Generous: the machine may be busy. What is guarded against takes minutes.
const SOON: Duration = Duration::from_secs(60);

fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    done
}

fn report(markdown: String) -> Report {
    Report { markdown, ..sample() }
}

#[test]
fn five_megabytes_are_refused() {
    let report = report("word ".repeat(1_000_000));
    for error in [soon(|| html(&report).unwrap_err()), soon(|| pdf(&report).unwrap_err())] {
        assert!(matches!(error, PressError::TooLarge { .. }));
        assert!(error.hint().is_some());
    }
}

#[test]
fn a_table_of_five_thousand_rows_is_cut_and_says_so() {
    let rows: String = (0..5000).map(|n| format!("| a{n} | {n} | text | 1.5 | x | y | z | 2024-01-01 |\n")).collect();
    let report = report(format!("| a | b | c | d | e | f | g | h |\n|-|-|-|-|-|-|-|-|\n{rows}"));
    assert!(soon(|| html(&report).unwrap()).contains("not printed here: 4500"));
    let file = lopdf::Document::load_mem(&soon(|| pdf(&report).unwrap())).unwrap();
    let pages: Vec<u32> = file.get_pages().into_keys().collect();
    assert!(file.extract_text(&pages).unwrap().contains("not printed here: 4500"));
}

#[test]
fn the_longest_report_that_passes_is_printed_soon() {
    let paragraph =
        "Revenue of the **north** rose by 3 % [Q1], while `returns` fell; see [there](https://example.org).\n\n";
    let report = report(paragraph.repeat(990_000 / paragraph.len()));
    soon(|| html(&report).unwrap());
    soon(|| pdf(&report).unwrap());
}

#[test]
fn text_made_to_be_slow_is_not() {
    for markdown in [
        "[".repeat(200_000),
        "*a_ ".repeat(100_000),
        "`".repeat(300_000),
        "<".repeat(300_000),
        "![[]()".repeat(50_000),
        "|a".repeat(100_000),
    ] {
        let report = report(markdown);
        // Refused or printed: only the time counts.
        let _ = soon(|| html(&report));
    }
}

#[test]
fn too_many_charts_are_refused() {
    let report = Report { charts: vec![chart("one")], ..report("![x](chart:one)\n\n".repeat(100)) };
    assert_eq!(html(&report).unwrap_err().code(), "TOO_LARGE");
}
