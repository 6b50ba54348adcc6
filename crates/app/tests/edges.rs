//! The edges that ARCHITECTURE.md draws, held: which room may know which, and who may print or speak HTTP.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may depend on.
const EDGES: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("sql", &["model"]),
    ("connectors", &["model", "sql"]),
    ("llm", &["model"]),
    ("linguist", &["model", "sql"]),
    ("store", &["model"]),
    ("charts", &["model"]),
    ("press", &[]),
    ("analyst", &["model", "sql", "connectors", "llm", "linguist", "store", "charts"]),
    ("app", &["model", "sql", "connectors", "llm", "linguist", "store", "charts", "press", "analyst"]),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn manifest(room: &str) -> toml::Table {
    std::fs::read_to_string(crates().join(room).join("Cargo.toml")).unwrap().parse().unwrap()
}

#[test]
fn every_crate_is_a_room_and_every_edge_is_drawn() {
    let rooms: BTreeSet<String> =
        std::fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(rooms, EDGES.iter().map(|(room, _)| (*room).to_owned()).collect());
    for (room, allowed) in EDGES {
        let manifest = manifest(room);
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(dependencies) = manifest.get(table).and_then(|t| t.as_table()) else { continue };
            for neighbour in dependencies.keys().filter_map(|name| name.strip_prefix("vouch-")) {
                // The scripted model server is anybody's, in tests.
                let for_tests = neighbour == "testing" && table == "dev-dependencies";
                assert!(for_tests || allowed.contains(&neighbour), "{room} may not know {neighbour} ({table})");
            }
        }
    }
}

#[test]
fn heavy_dependencies_stay_in_their_room() {
    for (dependency, owners) in [
        ("duckdb", &["connectors"][..]),
        ("rusqlite", &["connectors", "store"]),
        ("redis", &["store"]),
        ("sqlparser", &["sql"]),
        ("axum", &["app"]),
        ("reqwest", &["llm", "app"]),
        ("redis", &["store"]),
        ("minijinja", &["analyst"]),
        ("resvg", &["charts"]),
        ("rquickjs", &["charts"]),
        ("clap", &["app"]),
        ("typst", &["press"]),
        ("comrak", &["press"]),
    ] {
        for (room, _) in EDGES {
            let manifest = manifest(room);
            let uses = manifest.get("dependencies").and_then(|t| t.get(dependency)).is_some();
            assert!(!uses || owners.contains(room), "{room} may not use {dependency}");
        }
    }
}

#[test]
fn only_http_speaks_http_and_only_the_command_line_prints() {
    for file in sources(&crates()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(crates()).unwrap().to_string_lossy().replace('\\', "/");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for (number, line) in code.enumerate() {
            let prints = ["println!", "eprintln!", "print!(", "eprint!("].iter().any(|p| line.contains(p));
            assert!(!prints || path.starts_with("app/src/cli/"), "{path} prints: {line} ({number})");
            let http = line.contains("axum::");
            assert!(!http || path.starts_with("app/src/http/"), "{path} speaks HTTP: {line} ({number})");
        }
    }
}

/// Every source file that ships; tests and build scripts may print.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !matches!(name.as_str(), "tests" | "examples" | "benches") {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && !name.ends_with("_tests.rs") && name != "build.rs" {
            found.push(path);
        }
    }
    found
}
