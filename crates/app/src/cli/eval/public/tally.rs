//! The tally of a public question set: by difficulty, by kind of miss, at each confidence, times, and what changed
//! against an earlier run.

use super::questions::Question;
use super::statement::Miss;
use super::verdict::{Cell, Rows};
use crate::cli::Failure;
use crate::cli::print::{Alignment, Grid, Look, clean_line};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Rows of a miss that are shown.
const ROWS_SHOWN: usize = 3;
/// Confidences at which coverage and accuracy are given.
const STEPS: [f64; 10] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

#[derive(Clone, Debug)]
pub struct Judged {
    id: usize,
    database: String,
    question: String,
    gold: String,
    difficulty: String,
    stated: Option<String>,
    sql: Option<String>,
    confidence: f64,
    time: Duration,
    miss: Option<Miss>,
    gold_rows: usize,
    expected: String,
    ours: String,
}

impl Judged {
    pub fn new(
        question: &Question,
        sql: Option<String>,
        confidence: f64,
        time: Duration,
        miss: Option<Miss>,
        expected: &Rows,
        ours: Option<&Rows>,
    ) -> Self {
        Self {
            id: question.id,
            database: question.database.clone(),
            question: question.text.clone(),
            gold: question.gold.clone(),
            difficulty: question.difficulty.clone(),
            stated: question.stated.clone(),
            sql,
            confidence,
            time,
            miss,
            gold_rows: expected.len(),
            expected: rows_text(expected),
            ours: ours.map(rows_text).unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Json {
        json!({
            "id": self.id, "database": self.database, "question": self.question, "difficulty": self.difficulty,
            "kind": self.miss.map(Miss::name), "confidence": self.confidence, "gold": self.gold, "sql": self.sql,
            "expected": self.expected, "ours": self.ours,
        })
    }
}

fn rows_text(rows: &Rows) -> String {
    let text = |cell: &Cell| match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Int(n) => n.to_string(),
        Cell::Real(bits) => f64::from_bits(*bits).to_string(),
        Cell::Text(text) => text.clone(),
        Cell::Blob(bytes) => format!("{} bytes", bytes.len()),
    };
    let line = |row: &Vec<Cell>| format!("({})", row.iter().map(text).collect::<Vec<_>>().join(", "));
    let shown: Vec<String> = rows.iter().take(ROWS_SHOWN).map(line).collect();
    let more = rows.len().saturating_sub(ROWS_SHOWN);
    let rest = if more > 0 { format!(" … {more} more") } else { String::new() };
    if shown.is_empty() { "no rows".to_owned() } else { format!("{}{rest}", shown.join(" ")) }
}

#[derive(Default)]
pub struct Report {
    results: Vec<Judged>,
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl Report {
    pub fn add(&mut self, one: Judged) {
        self.results.push(one);
    }

    pub fn sort(&mut self) {
        self.results.sort_by_key(|r| r.id);
    }

    fn tally<'a>(results: impl Iterator<Item = &'a Judged>) -> (usize, usize) {
        results.fold((0, 0), |(right, all), r| (right + usize::from(r.miss.is_none()), all + 1))
    }

    pub fn percent_right(&self) -> f64 {
        let (right, all) = Self::tally(self.results.iter());
        share(right, all)
    }

    fn groups(&self) -> Vec<(String, usize, usize)> {
        let mut names: Vec<&str> = self.results.iter().map(|r| r.difficulty.as_str()).collect();
        let order = ["easy", "simple", "medium", "moderate", "hard", "challenging", "extra"];
        names.sort_by_key(|n| order.iter().position(|o| o == n));
        names.dedup();
        let mut groups: Vec<(String, usize, usize)> = Vec::new();
        for name in names {
            let (right, all) = Self::tally(self.results.iter().filter(|r| r.difficulty == name));
            groups.push((name.to_owned(), right, all));
        }
        let (right, all) = Self::tally(self.results.iter());
        groups.push(("together".to_owned(), right, all));
        let (right, all) = Self::tally(self.results.iter().filter(|r| r.gold_rows > 0));
        groups.push(("gold has rows".to_owned(), right, all));
        groups
    }

    fn kinds(&self) -> Vec<(&'static str, usize)> {
        let mut kinds: BTreeMap<Miss, usize> = BTreeMap::new();
        for miss in self.results.iter().filter_map(|r| r.miss) {
            *kinds.entry(miss).or_default() += 1;
        }
        let mut kinds: Vec<(&str, usize)> = kinds.into_iter().map(|(miss, n)| (miss.name(), n)).collect();
        kinds.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        kinds
    }

    /// Confidence, share of the questions at or above it, share of those that are right.
    fn curve(&self) -> Vec<(f64, f64, f64)> {
        let point = |step: &f64| {
            let sure = self.results.iter().filter(|r| r.sql.is_some() && r.confidence >= *step);
            let (right, all) = Self::tally(sure);
            (*step, share(all, self.results.len()), share(right, all))
        };
        STEPS.iter().map(point).collect()
    }

    fn time(&self, percentile: usize) -> Duration {
        let mut times: Vec<Duration> = self.results.iter().map(|r| r.time).collect();
        times.sort_unstable();
        let at = (times.len() * percentile / 100).min(times.len().saturating_sub(1));
        times.get(at).copied().unwrap_or_default()
    }

    /// Questions whose difficulty the file states differently.
    fn restated(&self) -> usize {
        self.results.iter().filter(|r| r.stated.as_ref().is_some_and(|s| *s != r.difficulty)).count()
    }

    pub fn to_json(&self, with_misses: bool) -> Json {
        let groups = self
            .groups()
            .into_iter()
            .map(|(name, right, all)| (name, json!({"right": right, "all": all, "percent": share(right, all)})));
        let curve = self.curve().into_iter().map(|(confidence, coverage, accuracy)| {
            json!({"confidence": confidence, "coverage_percent": coverage, "accuracy_percent": accuracy})
        });
        let mut report = json!({
            "accuracy": Json::Object(groups.collect()),
            "kinds_of_miss": Json::Object(self.kinds().into_iter().map(|(k, n)| (k.to_owned(), json!(n))).collect()),
            "confidence": curve.collect::<Vec<_>>(),
            "milliseconds": {
                "p50": self.time(50).as_secs_f64() * 1e3, "p99": self.time(99).as_secs_f64() * 1e3,
            },
            "difficulty_differs_from_file": self.restated(),
        });
        if with_misses {
            report["right"] = self.results.iter().filter(|r| r.miss.is_none()).map(|r| r.id).collect();
            report["misses"] = self.results.iter().filter(|r| r.miss.is_some()).map(Judged::to_json).collect();
        }
        report
    }

    pub fn write(&self, out: &mut dyn Write, look: &Look, with_misses: bool) -> io::Result<()> {
        if with_misses {
            for miss in self.results.iter().filter(|r| r.miss.is_some()) {
                write_miss(out, look, miss)?;
            }
        }
        let figure = |n: usize| Some(n.to_string());
        let percent = |p: f64| Some(format!("{p:.1} %"));
        let rows = self
            .groups()
            .into_iter()
            .map(|(name, right, all)| vec![Some(name), figure(right), figure(all), percent(share(right, all))]);
        grid(&["difficulty", "right", "of", "score"], rows.collect()).write(out, look)?;
        writeln!(out)?;
        let all = self.results.len();
        let rows =
            self.kinds().into_iter().map(|(name, n)| vec![Some(name.to_owned()), figure(n), percent(share(n, all))]);
        grid(&["kind of miss", "questions", "share"], rows.collect()).write(out, look)?;
        writeln!(out)?;
        let rows = self
            .curve()
            .into_iter()
            .map(|(step, coverage, accuracy)| vec![Some(format!("{step:.1}")), percent(coverage), percent(accuracy)]);
        grid(&["confidence", "answered", "of these right"], rows.collect()).write(out, look)?;
        let ms = |p: usize| self.time(p).as_secs_f64() * 1e3;
        writeln!(out, "\nReading a question: p50 {:.1} ms, p99 {:.1} ms", ms(50), ms(99))?;
        Ok(())
    }

    /// What an earlier run of the same set had right and this one has not, and the other way round.
    pub fn changes(&self, earlier: &Path) -> Result<(Vec<&Judged>, Vec<&Judged>), Failure> {
        let failed = |e: &dyn std::fmt::Display| {
            let hint = "Give a file that `vouch eval --suite spider --json` wrote without --no-misses.";
            Failure::usage(format!("{}: {e}", earlier.display()), hint)
        };
        let text = std::fs::read_to_string(earlier).map_err(|e| failed(&e))?;
        let report: Json = serde_json::from_str(&text).map_err(|e| failed(&e))?;
        let list = report["right"].as_array().ok_or_else(|| failed(&"no list of what was right"))?;
        let before: std::collections::BTreeSet<u64> = list.iter().filter_map(Json::as_u64).collect();
        let was_right = |r: &&Judged| before.contains(&u64::try_from(r.id).unwrap_or(u64::MAX));
        let (won, lost): (Vec<&Judged>, Vec<&Judged>) =
            self.results.iter().filter(|r| r.miss.is_none() != was_right(r)).partition(|r| r.miss.is_none());
        Ok((won, lost))
    }

    pub fn write_changes(&self, out: &mut dyn Write, look: &Look, earlier: &Path) -> Result<(), Failure> {
        let (won, lost) = self.changes(earlier)?;
        for (mark, list) in [(look.good("+"), &won), (look.bad("-"), &lost)] {
            for one in list {
                writeln!(out, "{mark} {} {} {}", one.id, one.database, clean_line(&one.question))?;
                let sql = one.sql.as_deref().unwrap_or("no answer");
                writeln!(out, "    {}", look.quiet(&clean_line(&one_line(sql))))?;
            }
        }
        writeln!(out, "won {}, lost {} against {}", won.len(), lost.len(), earlier.display())?;
        Ok(())
    }
}

fn one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn grid(headers: &[&str], rows: Vec<Vec<Option<String>>>) -> Grid {
    let align = |i: usize| if i == 0 { Alignment::Left } else { Alignment::Right };
    Grid { headers: headers.iter().enumerate().map(|(i, name)| ((*name).to_owned(), align(i))).collect(), rows }
}

fn write_miss(out: &mut dyn Write, look: &Look, miss: &Judged) -> io::Result<()> {
    let kind = miss.miss.map_or("", Miss::name);
    let about = format!("{} {} {kind}, confidence {:.2}", miss.database, miss.difficulty, miss.confidence);
    writeln!(out, "{} {} {}", look.bad("✗"), look.strong(&miss.id.to_string()), look.quiet(&about))?;
    writeln!(out, "  question: {}", clean_line(&miss.question))?;
    writeln!(out, "  gold:     {}", clean_line(&one_line(&miss.gold)))?;
    writeln!(out, "  ours:     {}", clean_line(&one_line(miss.sql.as_deref().unwrap_or("no answer"))))?;
    writeln!(out, "  expected: {}", clean_line(&miss.expected))?;
    writeln!(out, "  rows:     {}", clean_line(&miss.ours))?;
    writeln!(out)
}
