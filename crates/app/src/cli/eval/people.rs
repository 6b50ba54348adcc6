//! `vouch eval --learn` over sets of our own: the order in which people's candidates come, and how sure to be of the first.
//!
//! Every question that begins a session is read, all its candidates are run, and those with the right rows are what is
//! learned. One question in three is also asked of another set's data, where nothing is right, and so are those that
//! have no answer.

use super::calibrate;
use super::learn::{self, Example, Learned};
use super::looks::{Looks, Source};
use super::memory::{Memory, Remembering};
use super::run::{Opened, fits, progress};
use super::suite::{Case, Suite};
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use crate::settings::{Clock, Settings};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::Zoned;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use vouch_linguist::{Linguist, Setting};

/// For each of many candidates; what takes longer is as good as wrong.
const TIMEOUT: Duration = Duration::from_secs(2);
/// No cap that a right answer would reach.
const MOST_ROWS: usize = 20_000;

pub struct Lessons {
    pub ranking: learn::Weights,
    pub confidence: learn::Weights,
    pub report: String,
}

/// A question to be asked of one set's data.
#[derive(Clone)]
struct Task {
    id: usize,
    case: Case,
    foreign: bool,
    now: Zoned,
}

pub async fn learn(
    suite: &Suite,
    settings: &Settings,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Lessons, Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot write to {}: {error}", folder.display()), None))?;
    let kept = folder.join("verdicts.txt");
    let memory = Arc::new(Memory::read(&kept));
    let tasks = tasks(suite, settings)?;
    let bar = progress(tasks.values().map(Vec::len).sum());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = interrupt.token();
    let each = stream::iter(&tasks).map(|(name, tasks)| {
        let (memory, bar, stop) = (Arc::clone(&memory), bar.clone(), stop.clone());
        async move {
            let Some(set) = suite.data.get(name.as_str()).filter(|_| !stop.is_cancelled()) else {
                return Ok(Vec::new());
            };
            let opened = Opened::open(&suite.path.join(name), set, settings).await?;
            let source = opened.source().await?;
            let (tasks, runtime, name) = (tasks.clone(), Handle::current(), name.clone());
            let work = move || {
                let desk = Desk::new(&name, &source, &memory, &runtime);
                let asked = tasks.iter().take_while(|_| !stop.is_cancelled());
                asked.inspect(|_| bar.inc(1)).map(|task| desk.example(task)).collect::<Vec<Example>>()
            };
            let worker = tokio::task::spawn_blocking(work).await;
            drop(opened);
            worker.map_err(|e| Failure::new(format!("a worker ended early: {e}"), None))
        }
    });
    let examples: Vec<Vec<Example>> = each.buffered(threads).try_collect().await?;
    bar.finish_and_clear();
    memory.save(&kept)?;
    let prior = Linguist::prior_weights().into_iter().collect();
    let examples: Vec<Example> = examples.into_iter().flatten().collect();
    let Learned { ranking, firsts, mut report, .. } = learn::learn(examples, &prior, &Linguist::fixed_weights());
    let (confidence, reliability) = calibrate::fit(&firsts, &Linguist::fixed_confidence().into_iter().collect());
    report.push_str(&reliability);
    Ok(Lessons { ranking, confidence, report })
}

/// What is asked of each set's data.
fn tasks(suite: &Suite, settings: &Settings) -> Result<BTreeMap<String, Vec<Task>>, Failure> {
    let mut tasks: BTreeMap<String, Vec<Task>> = BTreeMap::new();
    let names: Vec<&String> = suite.data.keys().collect();
    let alone = suite.cases.iter().filter(|case| case.session.is_empty());
    for (number, case) in alone.enumerate() {
        let own = case.data_name();
        let at = names.iter().position(|name| *name == own).unwrap_or(0);
        let other = names.get((at + names.len() / 2) % names.len().max(1)).filter(|_| number % 3 == 0);
        let homes = [Some(own), other.map(|name| name.as_str()).filter(|name| *name != own)];
        for (name, foreign) in homes.into_iter().zip([false, true]) {
            let Some((name, set)) = name.and_then(|name| Some((name, suite.data.get(name)?))) else { continue };
            let clock = Clock::new(settings.time_zone.clone(), Some(case.now.as_ref().unwrap_or(&set.now)))?;
            let id = 2 * number + usize::from(foreign);
            // Like a question of another set, it has no answer here.
            let foreign = foreign || case.is_unanswerable();
            tasks.entry(name.to_owned()).or_default().push(Task { id, case: case.clone(), foreign, now: clock.now() });
        }
    }
    Ok(tasks)
}

/// One set's data, ready to be asked.
struct Desk<'a> {
    name: &'a str,
    looks: Looks<'a>,
    linguist: Linguist,
    memory: &'a Memory,
}

impl<'a> Desk<'a> {
    fn new(name: &'a str, source: &'a Source, memory: &'a Memory, runtime: &'a Handle) -> Self {
        let looks = Looks { source, runtime };
        let linguist = Linguist::new(Arc::clone(&source.catalog), looks.values());
        Self { name, looks, linguist, memory }
    }

    /// All candidates of a question, each with whether its rows are right.
    fn example(&self, task: &Task) -> Example {
        let Task { id, case, foreign, now } = task;
        let probe = Remembering { database: self.name, probe: &self.looks, memory: self.memory };
        let setting = Setting { now, previous: None, probe: &probe };
        let considered = self.linguist.considered(&case.question, &setting);
        let right = |sql: &str| {
            let judge = || {
                let results = self.looks.run(sql, MOST_ROWS, TIMEOUT);
                i64::from(results.is_some_and(|results| fits(case, &results)))
            };
            !foreign && self.memory.recall(("verdict", self.name, &case.id, &case.question, sql), judge) == 1
        };
        learn::example(*id, self.name, *foreign, considered, right)
    }
}
