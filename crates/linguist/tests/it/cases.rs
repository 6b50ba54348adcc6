//! Runs the case files: '? question' or '+ follow-up', then the SQL expected, which may run over several lines.
//! `VOUCH_UPDATE_CASES=1` writes what the engine says now into the files; read the difference before you keep it.

use crate::catalogs::{
    NoProbe, academy, club, flats, haulage, now, office, repairs, school, shop, staff, visits, weather, workshop,
};
use vouch_linguist::{Linguist, Setting};

fn answer(
    linguist: &Linguist,
    question: &str,
    previous: Option<&serde_json::Value>,
) -> (String, Option<serde_json::Value>) {
    let now = now();
    let reading = linguist.read(question, &Setting { now: &now, previous, probe: &NoProbe });
    match reading.candidates.into_iter().next() {
        Some(best) if best.confidence >= 0.5 => (best.sql, Some(best.form)),
        Some(best) => (format!("unsure: {}", best.sql), Some(best.form)),
        None => (format!("{:?}", reading.intent), None),
    }
}

fn run(name: &str, linguist: &Linguist) {
    let path = format!("{}/tests/it/cases/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("case file");
    let update = std::env::var_os("VOUCH_UPDATE_CASES").is_some();
    let (mut written, mut misses, mut previous) = (String::new(), Vec::new(), None);
    for block in text.split("\n\n").map(str::trim).filter(|b| !b.is_empty()) {
        if block.starts_with('#') {
            written.push_str(&format!("{block}\n\n"));
            continue;
        }
        let (head, expected) = block.split_once('\n').unwrap_or((block, ""));
        let (kind, question) = head.split_at(1);
        let before = if kind == "+" { previous.take() } else { None };
        let (got, form) = answer(linguist, question.trim(), before.as_ref());
        previous = form;
        if got.split_whitespace().ne(expected.split_whitespace()) {
            misses.push(format!("{head}\n  expected: {expected}\n  got:      {got}"));
        }
        written.push_str(&format!("{head}\n{got}\n\n"));
    }
    if update {
        std::fs::write(&path, format!("{}\n", written.trim_end())).expect("writable case file");
    } else {
        assert!(misses.is_empty(), "{} cases of {name} differ:\n{}", misses.len(), misses.join("\n"));
    }
}

#[test]
fn shop_cases() {
    run("shop", &shop());
}

#[test]
fn talk_cases() {
    run("talk", &shop());
}

#[test]
fn school_cases() {
    run("school", &school());
}

#[test]
fn flats_cases() {
    run("flats", &flats());
}

#[test]
fn weather_cases() {
    run("weather", &weather());
}

#[test]
fn staff_cases() {
    run("staff", &staff());
}

#[test]
fn haulage_cases() {
    run("haulage", &haulage());
}

/// The same school, read as public question sets are.
#[test]
fn public_cases() {
    run("public", &school().without_rankings());
}

#[test]
fn club_cases() {
    run("club", &club());
}

#[test]
fn workshop_cases() {
    run("workshop", &workshop());
}

#[test]
fn academy_cases() {
    run("academy", &academy());
}

#[test]
fn repairs_cases() {
    run("repairs", &repairs());
}

#[test]
fn office_cases() {
    run("office", &office());
}

#[test]
fn visits_cases() {
    run("visits", &visits());
}
