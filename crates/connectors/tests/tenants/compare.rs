//! Two sides of one question: what the guard lets run on each, and whether the rows are the same.

use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, Limits};
use vouch_model::{Catalog, ResultSet};
use vouch_sql::{CheckContext, CheckedSql, Policy, Rejected, TenantPolicy, check};

const MOST_ROWS: usize = 100_000;

#[derive(Clone)]
pub struct Side {
    pub connector: Arc<dyn Connector>,
    pub catalog: Arc<Catalog>,
    pub tenant: Option<Arc<TenantPolicy>>,
}

/// How it went on both sides.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    Same,
    /// The guard lets it pass without a tenant only.
    Refused(String),
    /// Neither side answers.
    NoQuestion(String),
    /// The copy's engine does not take the statement as it was written.
    OnlyNarrowed(String),
    Different(String),
}

impl Side {
    pub async fn of(connector: Arc<dyn Connector>) -> Self {
        let catalog = connector.catalog().await.unwrap();
        Self { connector, catalog, tenant: None }
    }

    pub fn check(&self, sql: &str) -> Result<CheckedSql, Rejected> {
        let policy = Policy { max_rows: MOST_ROWS, tenant: self.tenant.clone() };
        let context = CheckContext {
            dialect: self.connector.dialect(),
            catalog: Some(&self.catalog),
            policy: &policy,
            engine: self.connector.parser(),
        };
        check(sql, &context)
    }

    pub async fn run(&self, checked: &CheckedSql) -> Result<ResultSet, String> {
        let limits = Limits { max_rows: MOST_ROWS, ..Limits::default() };
        let stream =
            self.connector.run(checked, &limits, &CancellationToken::new()).await.map_err(|e| e.to_string())?;
        stream.collect().await.map_err(|e| e.to_string())
    }

    /// The rows of a statement that must run.
    pub async fn rows(&self, sql: &str) -> ResultSet {
        let checked = self.check(sql).unwrap_or_else(|rejected| panic!("{sql}\n{}", rejected.message));
        self.run(&checked).await.unwrap_or_else(|error| panic!("{sql}\n{}\n{error}", checked.to_run()))
    }
}

/// The statement on the whole under a policy, and on the copy without one.
pub async fn compare(narrowed: &Side, copy: &Side, sql: &str) -> Verdict {
    let plain = match copy.check(sql) {
        Ok(checked) => checked,
        Err(rejected) => return Verdict::NoQuestion(rejected.message),
    };
    let checked = match narrowed.check(sql) {
        Ok(checked) => checked,
        Err(rejected) => return Verdict::Refused(rejected.message),
    };
    // The order of a window or a subquery is not the order of the rows.
    let in_order = plain.query().order_by.is_some();
    match (narrowed.run(&checked).await, copy.run(&plain).await) {
        (Ok(seen), Ok(wanted)) if seen.truncated || wanted.truncated => Verdict::NoQuestion("too many rows".to_owned()),
        (Ok(seen), Ok(wanted)) if shown(&seen, in_order) == shown(&wanted, in_order) => Verdict::Same,
        (Ok(seen), Ok(wanted)) => Verdict::Different(format!(
            "{}\n  seen {:?}\n  wanted {:?}",
            checked.to_run(),
            shown(&seen, in_order),
            shown(&wanted, in_order)
        )),
        (Err(_), Err(error)) => Verdict::NoQuestion(error),
        (Err(error), Ok(_)) => Verdict::Different(format!("{}\n  fails: {error}", checked.to_run())),
        (Ok(_), Err(error)) => Verdict::OnlyNarrowed(error),
    }
}

/// Names of columns and rows as texts; sorted where the statement asks for no order.
fn shown(results: &ResultSet, in_order: bool) -> Vec<String> {
    let mut rows: Vec<String> = results
        .rows
        .iter()
        .map(|row| row.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>().join("|"))
        .collect();
    if !in_order {
        rows.sort_unstable();
    }
    rows.insert(0, results.columns.iter().map(|column| named(&column.name)).collect::<Vec<_>>().join("|"));
    rows
}

/// A column without a name is called after its text, which engines spell as they like. What it is must not show.
fn named(name: &str) -> &str {
    assert!(!name.contains("r0."), "the rewriting shows in a column's name: {name}");
    if name.contains("SELECT") { "a subquery" } else { name }
}

/// What became of many statements.
#[derive(Default)]
pub struct Tally {
    pub same: usize,
    pub refused: Vec<String>,
    pub no_question: Vec<String>,
    pub different: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, tenant: &str, sql: &str, verdict: Verdict) {
        match verdict {
            Verdict::Same => self.same += 1,
            Verdict::Refused(why) => self.refused.push(format!("[{tenant}] {sql}\n  {why}")),
            Verdict::NoQuestion(why) | Verdict::OnlyNarrowed(why) => {
                self.no_question.push(format!("[{tenant}] {sql}\n  {why}"))
            }
            Verdict::Different(how) => self.different.push(format!("[{tenant}] {sql}\n  {how}")),
        }
    }

    /// Every statement counted; at most one in fifty refused or without an answer on either side.
    pub fn hold(&self, title: &str, statements: usize) {
        let asked = self.same + self.refused.len() + self.no_question.len() + self.different.len();
        println!(
            "{title}: {statements} statements, {asked} comparisons, {} the same, {} refused, {} without an answer",
            self.same,
            self.refused.len(),
            self.no_question.len()
        );
        let first = |list: &[String]| list.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.different.is_empty(), "{title}: {} differ\n{}", self.different.len(), first(&self.different));
        assert!(self.refused.len() * 50 <= asked, "{title}: {} refused\n{}", self.refused.len(), first(&self.refused));
        let idle = self.no_question.len();
        assert!(idle * 20 <= asked, "{title}: {idle} say nothing\n{}", first(&self.no_question));
    }
}
