//! Tables that nobody here made, explored with the built-in mind: every figure of every finding is computed again from the
//! file by a program that knows nothing of ours (`tests/tools/recompute.py`).

use crate::outside::tools;
use crate::support::{folder, path, run, text};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const FILES: [&str; 10] = [
    "seattle-weather.csv",
    "birdstrikes.csv",
    "stocks.csv",
    "gapminder-health-income.csv",
    "us-employment.csv",
    "co2-concentration.csv",
    "airports.csv",
    "cars.json",
    "penguins.json",
    "movies.json",
];
/// Tables in which there is something to find, whatever the wording of the question.
const SPEAKING: usize = 8;

#[test]
fn findings_about_public_tables_are_true() {
    let data = Path::new(&tools()).join("node_modules/vega-datasets/data");
    let kept = folder(&[]);
    let (mut speaking, mut findings) = (0, 0);
    for name in FILES {
        let file = data.join(name);
        let since = Instant::now();
        let explored = run(&["explore", "What is worth knowing?", &file.display().to_string(), "--json"]);
        assert_eq!(explored.code, Some(0), "{name}: {explored:?}");
        let result = explored.json();
        assert_eq!(result["status"], "exploration_complete", "{name}: {result:#}");
        assert!(result["metadata"]["stepCount"].as_u64().unwrap() <= 15, "{name}");
        assert!(since.elapsed().as_secs() < 300, "{name}");
        let told = result["findings"].as_array().unwrap();
        assert!(told.len() <= 5, "{name}: {} findings", told.len());
        assert!(told.iter().all(|finding| finding["chart"].is_string()), "{name}: a finding has no picture");
        findings += told.len();
        speaking += usize::from(told.iter().any(|finding| text(&finding["verdict"]["status"]) == "holds"));
        let exploration = path(&kept, &format!("{name}.exploration"));
        std::fs::write(&exploration, result.to_string()).unwrap();
        recompute(&file, &exploration);
    }
    println!("{findings} findings about {} tables, all true", FILES.len());
    assert!(speaking >= SPEAKING, "only {speaking} tables had anything to tell");
}

fn recompute(file: &Path, exploration: &str) {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/recompute.py");
    let checked = Command::new("python3").arg(program).arg(file).arg(exploration).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{}: {said}{}", file.display(), String::from_utf8_lossy(&checked.stderr));
    print!("{said}");
}

/// A checker that finds nothing wrong proves nothing: with one figure changed it must object.
#[test]
fn the_checker_objects_to_a_wrong_figure() {
    let file = Path::new(&tools()).join("node_modules/vega-datasets/data/penguins.json");
    let explored = run(&["explore", "What is worth knowing?", &file.display().to_string(), "--json"]).json();
    for at in 0..explored["findings"].as_array().unwrap().len() {
        let mut wrong = explored.clone();
        let value = &mut wrong["findings"][at]["figures"][0]["value"];
        *value = (value.as_f64().unwrap() * 1.02 + 0.02).into();
        let kept = folder(&[]);
        let exploration = path(&kept, "wrong.json");
        std::fs::write(&exploration, wrong.to_string()).unwrap();
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/recompute.py");
        let checked = Command::new("python3").arg(program).arg(&file).arg(&exploration).output().unwrap();
        assert_eq!(checked.status.code(), Some(1), "{}", explored["findings"][at]["claim"]);
    }
}
