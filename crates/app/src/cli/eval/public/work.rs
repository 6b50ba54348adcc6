//! The work on a public set: databases shared out among threads, each question read, run and judged.

use super::database::{Database, RunError};
use super::questions::{Question, Systems};
use super::shelf::Shelf;
use super::statement::{self, Miss};
use super::tally::Judged;
use super::workflow::{Bench, Drafted};
use super::{Rules, equal, runnable};
use crate::cli::Failure;
use crate::cli::eval::learn;
use crate::cli::eval::memory::{Memory, Remembering};
use indicatif::ProgressBar;
use jiff::Zoned;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use vouch_linguist::Setting;

/// For each of many candidates; what takes longer is as good as wrong.
const LEARNING_TIMEOUT: Duration = Duration::from_secs(2);

pub struct Work {
    pub shelf: Shelf,
    pub rules: Rules,
    /// What candidates gave before, where weights are learned.
    pub memory: Memory,
    /// Somebody else's answers, where those are judged.
    pub predicted: Option<Systems>,
    pub now: Zoned,
    pub left: Mutex<Vec<(String, Vec<Question>)>>,
    pub bar: ProgressBar,
    pub stop: CancellationToken,
    pub runtime: tokio::runtime::Handle,
}

/// What was answered to a question.
struct Given {
    sql: Option<String>,
    confidence: f64,
    time: Duration,
}

impl Work {
    /// Runs `job` on every database, on as many threads as there are cores.
    pub async fn share_out<T: Send + 'static>(
        self: Arc<Self>,
        job: impl Fn(&Work, &Database, &[Question]) -> Vec<T> + Copy + Send + 'static,
    ) -> Result<Vec<T>, Failure> {
        let work = self;
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
            let Some((name, questions)) = next.filter(|_| !self.stop.is_cancelled()) else { return Ok(done) };
            let database = self.shelf.open(&name, &self.runtime)?;
            done.extend(job(self, &database, &questions));
        }
    }

    /// One question, unless somebody pressed Ctrl-C.
    pub fn step<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let result = (!self.stop.is_cancelled()).then(work);
        self.bar.inc(1);
        result
    }

    /// All candidates of a question, each with whether its rows are right.
    pub fn example(&self, database: &Database, question: &Question) -> Option<learn::Example> {
        let foreign = database.name != question.database;
        let probe = Remembering { database: &database.name, probe: database, memory: &self.memory };
        let setting = Setting { now: &self.now, previous: None, probe: &probe };
        let considered = database.linguist.considered(&question.text, &setting);
        let expected = if foreign { None } else { Some(database.rows(&runnable(&question.gold, self.rules)).ok()?) };
        let right = |sql: &str| {
            let Some(expected) = &expected else { return false };
            let judge = || {
                let ours = database.rows_within(&runnable(sql, self.rules), LEARNING_TIMEOUT);
                i64::from(ours.is_ok_and(|rows| equal(self.rules, &question.gold, expected, &rows)))
            };
            self.memory.recall(("verdict", &database.name, &question.gold, sql), judge) == 1
        };
        Some(learn::example(question.id, &question.database, foreign, considered, right))
    }

    /// `None` where the gold query itself does not run: nothing could be right.
    pub fn one(&self, database: &Database, question: &Question) -> Option<Judged> {
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
        if let Some(systems) = &self.predicted {
            let sql = systems.values().find_map(|answers| answers.get(&question.id)).cloned();
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

    /// Every system's draft for every question, before and after the workflow.
    pub fn drafted(&self, database: &Database, questions: &[Question]) -> Vec<Drafted> {
        let bench = Bench::new(database, self.rules, self.now.clone(), &self.runtime);
        let mut done = Vec::new();
        for question in questions {
            for (system, answers) in self.predicted.iter().flatten() {
                let draft = answers.get(&question.id).filter(|_| !self.stop.is_cancelled());
                done.extend(draft.and_then(|draft| bench.one(system, question, draft)));
            }
            self.bar.inc(1);
        }
        done
    }
}
