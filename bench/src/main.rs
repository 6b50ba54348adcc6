//! Benchmarks as ratios taken in one run: machines differ and are noisy, but what is measured side by side, in turns, on
//! the same machine can be compared. `make bench` runs all; `vouch-bench
//! guard|ask|linguist|model|service|load|profile|start` runs one.

mod ask;
mod guard;
mod linguist;
mod load;
mod model;
mod pace;
mod profile;
mod service;
mod start;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1).unwrap_or_else(|| "all".to_owned());
    let vouch = std::env::var("VOUCH_BIN").unwrap_or_else(|_| "bin/vouch".to_owned());
    let demo = tempfile::tempdir()?;
    let demo = start::make_demo(&vouch, demo.path())?;
    match wanted.as_str() {
        "guard" => guard::run(&demo),
        "ask" => ask::run(&demo),
        "load" => load::run(),
        "profile" => profile::run(),
        "model" => model::run(&demo),
        "service" => service::run(&vouch),
        "start" => start::run(&vouch),
        "linguist" => linguist::run(&vouch, &demo),
        "all" => guard::run(&demo)
            .and_then(|()| ask::run(&demo))
            .and_then(|()| linguist::run(&vouch, &demo))
            .and_then(|()| model::run(&demo))
            .and_then(|()| start::run(&vouch))
            .and_then(|()| service::run(&vouch))
            .and_then(|()| load::run())
            .and_then(|()| profile::run()),
        other => {
            bail!(
                "there is no bench '{other}'; there are guard, ask, linguist, model, service, load, profile, start and all"
            )
        }
    }
}
