//! `vouch eval --suite spider` and `bird`: public question sets, judged as their official evaluators judge.
//!
//! The engine's first reading is what counts, whatever its confidence; how right it is at each confidence is printed
//! beside it. Databases are shared out among threads; every figure is the same for any number of them.

mod database;
mod learn;
mod pairs;
mod questions;
mod statement;
mod tally;
mod verdict;

use super::run::progress;
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use database::{Database, RunError};
use indicatif::ProgressBar;
use jiff::Zoned;
use questions::Question;
pub use questions::Rules;
use statement::Miss;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
pub use tally::{Judged, Report};
use tokio_util::sync::CancellationToken;
use verdict::Rows;
use vouch_linguist::Setting;

/// For each of many candidates; what takes longer is as good as wrong.
const LEARNING_TIMEOUT: Duration = Duration::from_secs(1);

pub struct Request<'a> {
    pub path: &'a Path,
    pub split: &'a str,
    pub rules: Rules,
    pub limit: Option<usize>,
    pub predictions: Option<&'a Path>,
    /// Databases, where not all.
    pub only: &'a [String],
    pub now: Zoned,
}

/// Whether a split is there to be looked at.
pub fn is_reserved(path: &Path, split: &str) -> bool {
    split == "report" && !questions::reserved(path).is_empty()
}

pub async fn run(request: &Request<'_>, interrupt: &Interrupt) -> Result<Report, Failure> {
    let mut list = questions::read(request.path, request.split, request.rules)?;
    let predicted = request.predictions.map(questions::predictions).transpose()?;
    if let Some(lines) = predicted.as_ref().filter(|lines| lines.len() < list.len()) {
        let message = format!("{} answers for {} questions", lines.len(), list.len());
        return Err(Failure::usage(message, "One statement a line is expected, in the order of the questions."));
    }
    list.retain(|q| request.only.is_empty() || request.only.contains(&q.database));
    list.truncate(request.limit.unwrap_or(usize::MAX));
    let mut by_database: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    let bar = progress(list.len());
    for question in list {
        by_database.entry(question.database.clone()).or_default().push(question);
    }
    let work = Work {
        path: request.path.to_owned(),
        rules: request.rules,
        predicted,
        now: request.now.clone(),
        left: Mutex::new(by_database.into_iter().collect()),
        bar,
        stop: interrupt.token(),
        runtime: tokio::runtime::Handle::current(),
    };
    let mut report = Report::default();
    let judged = work.share_out(|work, database, questions| {
        questions.iter().filter_map(|question| work.step(|| work.one(database, question)).flatten()).collect()
    });
    judged.await?.into_iter().for_each(|one| report.add(one));
    report.sort();
    Ok(report)
}

/// Learns weights from the questions of a set, which must not be reserved for reporting.
pub async fn learn(request: &Request<'_>, interrupt: &Interrupt) -> Result<learn::Learned, Failure> {
    let reserved = questions::reserved(request.path);
    let list = questions::read(request.path, request.split, request.rules)?;
    let list: Vec<Question> = list.into_iter().filter(|q| !reserved.contains(&q.database)).collect();
    let mut by_database: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    let names: Vec<String> = list.iter().map(|q| q.database.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    let bar = progress(list.len());
    for question in list {
        // One in three is also asked of the database half the list away, where nothing is right.
        if question.id % 3 == 0 {
            let own = names.binary_search(&question.database).unwrap_or(0);
            let other = names.get((own + names.len() / 2) % names.len().max(1)).cloned().unwrap_or_default();
            by_database.entry(other).or_default().push(question.clone());
        }
        by_database.entry(question.database.clone()).or_default().push(question);
    }
    let work = Work {
        path: request.path.to_owned(),
        rules: request.rules,
        predicted: None,
        now: request.now.clone(),
        left: Mutex::new(by_database.into_iter().collect()),
        bar,
        stop: interrupt.token(),
        runtime: tokio::runtime::Handle::current(),
    };
    let examples = work.share_out(|work, database, questions| {
        questions.iter().filter_map(|question| work.step(|| work.example(database, question)).flatten()).collect()
    });
    let prior = vouch_linguist::Linguist::prior_weights().into_iter().collect();
    Ok(learn::learn(examples.await?, &prior))
}

pub fn weights_file(weights: &learn::Weights, heading: &str) -> String {
    learn::write(weights, heading)
}

/// Compares verdicts and difficulties with those of the official evaluator, line by line.
pub async fn verify(path: &Path, databases: &Path) -> Result<pairs::Agreement, Failure> {
    let (path, databases) = (path.to_owned(), databases.to_owned());
    let runtime = tokio::runtime::Handle::current();
    let work = move || pairs::verify(&path, &databases, &runtime);
    tokio::task::spawn_blocking(work).await.map_err(|e| Failure::new(format!("a worker ended early: {e}"), None))?
}

struct Work {
    path: PathBuf,
    rules: Rules,
    predicted: Option<Vec<String>>,
    now: Zoned,
    left: Mutex<Vec<(String, Vec<Question>)>>,
    bar: ProgressBar,
    stop: CancellationToken,
    runtime: tokio::runtime::Handle,
}

/// What was answered to a question.
struct Given {
    sql: Option<String>,
    confidence: f64,
    time: Duration,
}

impl Work {
    /// Runs `job` on every database, on as many threads as there are cores.
    async fn share_out<T: Send + 'static>(
        self,
        job: impl Fn(&Work, &Database, &[Question]) -> Vec<T> + Copy + Send + 'static,
    ) -> Result<Vec<T>, Failure> {
        let work = Arc::new(self);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let worker = |_| {
            let work = Arc::clone(&work);
            tokio::task::spawn_blocking(move || work.all(job))
        };
        let workers: Vec<_> = (0..threads).map(worker).collect();
        let mut done = Vec::new();
        for worker in workers {
            done.extend(worker.await.map_err(|e| Failure::new(format!("a worker ended early: {e}"), None))??);
        }
        work.bar.finish_and_clear();
        Ok(done)
    }

    fn all<T>(&self, job: impl Fn(&Work, &Database, &[Question]) -> Vec<T>) -> Result<Vec<T>, Failure> {
        let mut done = Vec::new();
        loop {
            let next = self.left.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some((name, questions)) = next else { return Ok(done) };
            let file = questions::database_file(&self.path, &name);
            let database = Database::open(&name, &file, &self.runtime)
                .map_err(|e| Failure::new(format!("{}: {e}", file.display()), e.hint()))?;
            done.extend(job(self, &database, &questions));
        }
    }

    /// One question, unless somebody pressed Ctrl-C.
    fn step<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let result = (!self.stop.is_cancelled()).then(work);
        self.bar.inc(1);
        result
    }

    /// All candidates of a question, each with whether its rows are right.
    fn example(&self, database: &Database, question: &Question) -> Option<learn::Example> {
        let foreign = database.name != question.database;
        let setting = Setting { now: &self.now, previous: None, probe: database };
        let considered = database.linguist.considered(&question.text, &setting);
        let expected = if foreign { None } else { Some(database.rows(&runnable(&question.gold, self.rules)).ok()?) };
        let choice = |one: vouch_linguist::Considered| {
            let right = expected.as_ref().is_some_and(|expected| {
                let ours = database.rows_within(&runnable(&one.sql, self.rules), LEARNING_TIMEOUT);
                ours.is_ok_and(|rows| equal(self.rules, &question.gold, expected, &rows))
            });
            learn::Choice { features: one.features, right }
        };
        let options = considered.into_iter().map(choice).collect();
        Some(learn::Example { id: question.id, database: question.database.clone(), foreign, options })
    }

    /// `None` where the gold query itself does not run: nothing could be right.
    fn one(&self, database: &Database, question: &Question) -> Option<Judged> {
        let gold = runnable(&question.gold, self.rules);
        let expected = database.rows(&gold).ok()?;
        let given = self.given(database, question);
        let ours = given.sql.as_ref().map(|sql| database.rows(&runnable(sql, self.rules)));
        let miss = match (&given.sql, &ours) {
            (Some(sql), Some(Ok(rows))) => {
                let right = equal(self.rules, &question.gold, &expected, rows);
                (!right).then(|| statement::difference(&question.gold, sql))
            }
            (_, Some(Err(RunError::Timeout))) => Some(Miss::Timeout),
            (_, Some(Err(RunError::Failed))) => Some(Miss::Error),
            _ => Some(Miss::NoAnswer),
        };
        let rows = ours.and_then(Result::ok);
        Some(Judged::new(question, given.sql, given.confidence, given.time, miss, &expected, rows.as_ref()))
    }

    fn given(&self, database: &Database, question: &Question) -> Given {
        if let Some(lines) = &self.predicted {
            let sql = lines.get(question.id).filter(|sql| !sql.trim().is_empty()).cloned();
            return Given { sql, confidence: 1.0, time: Duration::ZERO };
        }
        let began = Instant::now();
        let setting = Setting { now: &self.now, previous: None, probe: database };
        let best = database.linguist.read(&question.text, &setting).candidates.into_iter().next();
        let time = began.elapsed();
        if let Some(best) = best {
            return Given { sql: Some(best.sql), confidence: best.confidence, time };
        }
        // What is not worth showing to anybody still counts as a guess.
        let guess = database.linguist.considered(&question.text, &setting).into_iter().next();
        let confidence = guess.as_ref().map_or(0.0, |g| g.confidence);
        Given { sql: guess.map(|g| g.sql), confidence, time }
    }
}

fn runnable(sql: &str, rules: Rules) -> String {
    match rules {
        Rules::Spider => statement::without_distinct(sql),
        Rules::Bird => sql.to_owned(),
    }
}

fn equal(rules: Rules, gold_sql: &str, gold: &Rows, ours: &Rows) -> bool {
    match rules {
        Rules::Spider => verdict::spider(gold, ours, statement::orders(gold_sql)),
        Rules::Bird => verdict::bird(gold, ours),
    }
}
