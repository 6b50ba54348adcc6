//! `vouch eval --suite spider`, `bird` and `wikisql`: public question sets, judged as their official evaluators judge.
//!
//! The engine's first reading is what counts, whatever its confidence; how right it is at each confidence is printed
//! beside it. Databases are shared out among threads; every figure is the same for any number of them.

mod database;
mod pairs;
mod questions;
mod shelf;
mod statement;
mod tally;
mod verdict;
mod wikisql;
mod work;
mod workflow;

#[cfg(test)]
mod judging_tests;

use super::learn;
use super::memory::Memory;
use super::run::progress;
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use jiff::Zoned;
use questions::Question;
pub use questions::Rules;
use shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
pub use tally::Report;
use verdict::Rows;
use vouch_linguist::Synonyms;
use work::Work;
pub use workflow::Gains;

pub struct Request<'a> {
    pub path: &'a Path,
    pub split: &'a str,
    pub rules: Rules,
    pub limit: Option<usize>,
    pub predictions: Option<&'a Path>,
    /// Databases, where not all.
    pub only: &'a [String],
    /// What people call the tables and columns.
    pub synonyms: Synonyms,
    pub now: Zoned,
}

/// Whether a split is there to be looked at.
pub fn is_reserved(path: &Path, split: &str) -> bool {
    split == "report" && !questions::reserved(path).is_empty()
}

impl Request<'_> {
    fn questions(&self) -> Result<Vec<Question>, Failure> {
        let mut list = questions::read(self.path, self.split, self.rules)?;
        list.retain(|q| self.only.is_empty() || self.only.contains(&q.database));
        list.truncate(self.limit.unwrap_or(usize::MAX));
        Ok(list)
    }

    fn work(&self, list: Vec<Question>, interrupt: &Interrupt) -> Result<Work, Failure> {
        let runtime = tokio::runtime::Handle::current();
        let whole = || questions::read(self.path, self.split, self.rules);
        let predicted = self.predictions.map(|file| questions::predictions(file, &whole()?)).transpose()?;
        let bar = progress(list.len());
        let mut by_database: BTreeMap<String, Vec<Question>> = BTreeMap::new();
        for question in list {
            by_database.entry(question.database.clone()).or_default().push(question);
        }
        let (path, synonyms) = (self.path, self.synonyms.clone());
        let open = || Shelf::new(path, self.split, self.rules, synonyms, &runtime);
        Ok(Work {
            shelf: tokio::task::block_in_place(open)?,
            rules: self.rules,
            memory: Memory::default(),
            predicted,
            now: self.now.clone(),
            left: Mutex::new(by_database.into_iter().collect()),
            bar,
            stop: interrupt.token(),
            runtime,
        })
    }
}

pub async fn run(request: &Request<'_>, interrupt: &Interrupt) -> Result<Report, Failure> {
    let work = request.work(request.questions()?, interrupt)?;
    if work.predicted.as_ref().is_some_and(|systems| systems.len() > 1) {
        let hint = "Give one system's answers, or all of them with --through-workflow.";
        return Err(Failure::usage("the file holds the answers of several systems", hint));
    }
    let judged = Arc::new(work).share_out(|work, database, questions| {
        questions.iter().filter_map(|question| work.step(|| work.one(database, question)).flatten()).collect()
    });
    let mut report = Report::default();
    judged.await?.into_iter().for_each(|one| report.add(one));
    report.sort();
    Ok(report)
}

/// Somebody else's answers as first drafts, put through the workflow.
pub async fn through_workflow(request: &Request<'_>, interrupt: &Interrupt) -> Result<Gains, Failure> {
    let work = request.work(request.questions()?, interrupt)?;
    let drafted = Arc::new(work).share_out(|work, database, questions| work.drafted(database, questions));
    Ok(Gains::new(drafted.await?))
}

/// Learns weights from the questions of a set, which must not be reserved for reporting. What the statements gave is
/// kept in `folder`, so that learning again runs only the new ones.
pub async fn learn(request: &Request<'_>, folder: &Path, interrupt: &Interrupt) -> Result<learn::Learned, Failure> {
    // Before minutes of work, not after them.
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot write to {}: {error}", folder.display()), None))?;
    let reserved = questions::reserved(request.path);
    let list = questions::read(request.path, request.split, request.rules)?;
    let list: Vec<Question> = list.into_iter().filter(|q| !reserved.contains(&q.database)).collect();
    let names: Vec<String> = list.iter().map(|q| q.database.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    // One in three is also asked of the database half the list away, where nothing is right.
    let foreign: Vec<(String, Question)> = list
        .iter()
        .filter(|q| q.id % 3 == 0)
        .map(|q| {
            let own = names.binary_search(&q.database).unwrap_or(0);
            let other = names.get((own + names.len() / 2) % names.len().max(1)).cloned().unwrap_or_default();
            (other, q.clone())
        })
        .collect();
    let mut work = request.work(list, interrupt)?;
    let kept = folder.join("verdicts.txt");
    work.memory = Memory::read(&kept);
    if let Ok(mut left) = work.left.lock() {
        for (other, question) in foreign {
            if let Some((_, questions)) = left.iter_mut().find(|(name, _)| *name == other) {
                questions.push(question);
            }
        }
    }
    let work = Arc::new(work);
    let examples = Arc::clone(&work).share_out(|work, database, questions| {
        questions.iter().filter_map(|question| work.step(|| work.example(database, question)).flatten()).collect()
    });
    let examples = examples.await?;
    work.memory.save(&kept)?;
    let prior = vouch_linguist::Linguist::prior_weights().into_iter().collect();
    Ok(learn::learn(examples, &prior, &vouch_linguist::Linguist::fixed_weights()))
}

/// Compares verdicts and difficulties with those of the official evaluator, line by line.
pub async fn verify(path: &Path, databases: &Path) -> Result<pairs::Agreement, Failure> {
    let (path, databases) = (path.to_owned(), databases.to_owned());
    let work = move || pairs::verify(&path, &databases);
    tokio::task::spawn_blocking(work).await.map_err(|e| Failure::new(format!("a worker ended early: {e}"), None))?
}

fn runnable(sql: &str, rules: Rules) -> String {
    match rules {
        Rules::Spider => statement::without_distinct(sql),
        Rules::Bird | Rules::WikiSql => sql.to_owned(),
    }
}

fn equal(rules: Rules, gold_sql: &str, gold: &Rows, ours: &Rows) -> bool {
    match rules {
        Rules::Spider => verdict::spider(gold, ours, statement::orders(gold_sql)),
        Rules::Bird => verdict::bird(gold, ours),
        Rules::WikiSql => verdict::spider(gold, ours, false),
    }
}
