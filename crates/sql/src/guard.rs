//! The guard: decides whether a statement may run, and what runs in its place.
//!
//! Owns the only way to a [`CheckedSql`]. Refuses everything that it does not understand completely: what is
//! not one query, what reads anything but known tables, what calls a function that is not on the list. Called
//! by the workflow before a connector runs anything, and by `vouch check` and `vouch sql`.

mod aside;
mod calls;
mod engine_door;
mod expressions;
mod from;
mod growth;
mod isolate;
pub(crate) mod kinds;
mod likeness;
pub(crate) mod limit;
mod mismatch;
mod names;
mod normalize;
pub(crate) mod parse;
mod rejection;
mod resolve;
mod scope;
mod select;
pub(crate) mod sight;
mod spelling;
mod spread;
mod types;
mod views;
mod walk;

use crate::tenant::{TenantPolicy, without_walls};
use limit::LimitOwner;
use serde::{Deserialize, Serialize};
use sqlparser::ast::Query;
use std::sync::Arc;
use vouch_model::{Catalog, Dialect, ErrorCode};

/// What a statement may do beyond reading known tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// LIMIT is put in, or lowered to this.
    pub max_rows: usize,
    /// Whose rows may be read; without it all are.
    pub tenant: Option<Arc<TenantPolicy>>,
}

pub struct CheckContext<'a> {
    pub dialect: Dialect,
    /// `None`: names are not checked (`vouch check` without a source).
    pub catalog: Option<&'a Catalog>,
    pub policy: &'a Policy,
    pub engine: Option<&'a dyn EngineParser>,
}

/// The engine's own opinion of a statement, where it has a parser that can be asked without running.
pub trait EngineParser: Send + Sync {
    fn parse(&self, sql: &str) -> Result<EngineVerdict, String>;
}

/// What the engine's parser saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineVerdict {
    pub statements: usize,
    pub all_select: bool,
    /// Every base table and table function that it saw, lower case; CTE names included.
    pub tables: Vec<String>,
    pub functions: Vec<String>,
    /// Every reference to something by name in FROM, `schema.table` or a bare name, lower case, as often as it stands
    /// there.
    pub references: Vec<String>,
}

/// A statement that passed. Its fields are private to this crate: nobody else can make one.
#[derive(Clone, Debug)]
pub struct CheckedSql {
    /// Shared: a copy of a tree takes as long as reading it.
    statement: Arc<Query>,
    sql: String,
    executed: Option<String>,
    to_run: String,
    dialect: Dialect,
    tables: Vec<String>,
    max_rows: usize,
    notes: Vec<String>,
    limit_is_ours: bool,
    runs_aside: bool,
}

impl CheckedSql {
    /// The statement as a person may copy and run it, LIMIT included.
    pub fn sql(&self) -> &str {
        &self.sql
    }
    /// The statement with every table narrowed to the tenant's rows, where that makes a difference: what really ran.
    pub fn executed_sql(&self) -> Option<&str> {
        self.executed.as_deref()
    }
    /// The same for people to read.
    pub fn narrowed_sql(&self) -> Option<String> {
        self.executed.as_deref().map(|executed| without_walls(executed, &self.sql, self.dialect))
    }
    /// The statement for the engine: where the LIMIT is ours it is one higher, so that the connector sees
    /// whether rows were left out.
    pub fn to_run(&self) -> &str {
        &self.to_run
    }
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
    /// Catalog tables that it reads, each once, in order of appearance.
    pub fn tables(&self) -> &[String] {
        &self.tables
    }
    pub fn max_rows(&self) -> usize {
        self.max_rows
    }
    /// The syntax tree, for the restater and the result checks.
    pub fn query(&self) -> &sqlparser::ast::Query {
        &self.statement
    }
    /// The LIMIT is the policy's, not the question's.
    pub fn limit_is_ours(&self) -> bool {
        self.limit_is_ours
    }
    /// Some of its work hears no interrupt and counts towards no memory limit, so that only the end of a process is sure to end it.
    pub fn runs_aside(&self) -> bool {
        self.runs_aside
    }
    /// What the rewriter did besides the LIMIT, in plain words.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub line: u64,
    pub column: u64,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct Rejected {
    pub code: ErrorCode,
    pub message: String,
    pub position: Option<Position>,
    /// What to write instead, where the guard knows: "did you mean `amount`?".
    pub suggestion: Option<String>,
}

/// The whole guard: reads the statement, walks its tree, bounds its rows, asks the engine's parser.
///
/// What comes back is written anew from the tree that was checked, so comments, odd spacing and anything else
/// that the parser did not understand never reach an engine.
pub fn check(sql: &str, context: &CheckContext<'_>) -> Result<CheckedSql, Rejected> {
    check_noting(sql, context, &mut None)
}

/// The same, and leaves in `sight` what was in sight where a name was refused.
pub(crate) fn check_noting(
    sql: &str,
    context: &CheckContext<'_>,
    sight: &mut Option<sight::Sight>,
) -> Result<CheckedSql, Rejected> {
    let mut query = parse::parse(sql, context.dialect)?;
    let tenant = context.policy.tenant.as_deref();
    let nodes = normalize::normalize(&mut query, context.dialect, tenant.is_some())?;
    let mut found = walk::walk(&query, nodes, context, sight)?;
    let mut notes = Vec::new();
    if !found.texts.is_empty() {
        normalize::texts_in_single_quotes(&mut query, context.dialect, &found.texts)?;
        notes.push("read names in double quotes that are no columns as texts".to_owned());
    }
    let isolated = match tenant {
        None => None,
        Some(policy) => {
            let (isolated, narrows) = isolate(&query, &mut found, policy, context)?;
            if narrows {
                notes.push(format!("Only rows of client {} were read.", policy.tenant()));
            }
            Some(Bounded::of(isolated, context)?)
        }
    };
    let references = isolated.as_ref().map(|isolated| isolated.references(context.dialect)).transpose()?;
    let written = Bounded::of(query, context)?;
    let to_run = isolated.as_ref().unwrap_or(&written).to_run.clone();
    if let Some(engine) = context.engine {
        let own_functions = context.catalog.map_or(&[][..], |catalog| &catalog.own_functions);
        engine_door::ask(engine, &to_run, &found, references.as_deref(), own_functions, context.dialect)?;
    }
    let statement = Arc::new(readable_tree(written.query, &written.sql, context.dialect)?);
    Ok(CheckedSql {
        statement,
        executed: isolated.map(|isolated| isolated.sql).filter(|executed| *executed != written.sql),
        sql: written.sql,
        to_run,
        dialect: context.dialect,
        tables: found.tables,
        max_rows: context.policy.max_rows,
        notes,
        limit_is_ours: written.limit_is_ours,
        runs_aside: found.aside,
    })
}

/// The statement with the tenant's rows in the place of every protected table, and whether there was one. Where views are read they
/// are written out first, and the walk learns anew what every name means.
fn isolate(
    query: &Query,
    found: &mut walk::Found,
    policy: &TenantPolicy,
    context: &CheckContext<'_>,
) -> Result<(Box<Query>, bool), Rejected> {
    let read_as_view = |catalog: &Catalog| {
        let tables = found.tables.iter().filter_map(|name| catalog.table(name));
        tables.into_iter().any(|table| views::is_bound(table, policy))
    };
    let Some(catalog) = context.catalog.filter(|catalog| read_as_view(catalog)) else {
        let mut isolated = Box::new(query.clone());
        normalize::isolate(&mut isolated, context.dialect, &found.isolation)?;
        return Ok((isolated, found.isolation.narrows()));
    };
    let mut isolated = views::written_out(query, catalog, policy, context.dialect)?;
    let nodes = normalize::normalize(&mut isolated, context.dialect, true)?;
    let strict = Policy { tenant: Some(Arc::new(policy.without_views(catalog))), ..context.policy.clone() };
    let inner_context =
        CheckContext { dialect: context.dialect, catalog: context.catalog, policy: &strict, engine: None };
    let inner = walk::walk(&isolated, nodes, &inner_context, &mut None)?;
    if !inner.texts.is_empty() {
        normalize::texts_in_single_quotes(&mut isolated, context.dialect, &inner.texts)?;
    }
    normalize::isolate(&mut isolated, context.dialect, &inner.isolation)?;
    found.relations.extend(inner.relations);
    found.aside |= inner.aside;
    // The filter on what comes out of the view is one as well.
    Ok((isolated, true))
}

/// A tree with its row limit, and the text it makes.
struct Bounded {
    query: Box<Query>,
    sql: String,
    /// With one row more where the limit is ours.
    to_run: String,
    limit_is_ours: bool,
}

impl Bounded {
    fn of(query: Box<Query>, context: &CheckContext<'_>) -> Result<Self, Rejected> {
        let max_rows = context.policy.max_rows;
        let mut query = limit::unwrap_brackets(query, context.dialect)?;
        let owner = limit::bound(&mut query, max_rows, context.dialect)?;
        let sql = query.to_string();
        let to_run = match owner {
            LimitOwner::Statement => sql.clone(),
            LimitOwner::Policy => {
                let mut one_more = query.clone();
                limit::one_row_more(&mut one_more, max_rows, context.dialect);
                one_more.to_string()
            }
        };
        // What is printed from a tree has no comments; one would hide a part of what was checked, or show another.
        if [&sql, &to_run].into_iter().any(|text| parse::has_comment(text, context.dialect)) {
            return Err(not_the_same());
        }
        Ok(Self { query, sql, to_run, limit_is_ours: matches!(owner, LimitOwner::Policy) })
    }

    /// Every table that the tree reads. The text is read again and must name the same: what runs is the text.
    fn references(&self, dialect: Dialect) -> Result<Vec<String>, Rejected> {
        let references = normalize::references(&mut self.query.clone(), dialect)?;
        let again = parse::reread(&self.to_run, dialect).map(|mut query| normalize::references(&mut query, dialect));
        match again {
            Some(Ok(again)) if again == references => Ok(references),
            _ => Err(not_the_same()),
        }
    }
}

/// The tree that others read has its texts as they are meant, `O'Brien` and not `O''Brien`.
fn readable_tree(query: Box<Query>, sql: &str, dialect: Dialect) -> Result<Query, Rejected> {
    if !sql.contains("''") && !sql.contains("\"\"") && !sql.contains("``") {
        return Ok(*query);
    }
    parse::parse_plain(sql, dialect).map(|query| *query).ok_or_else(not_the_same)
}

fn not_the_same() -> Rejected {
    rejection::reject(ErrorCode::NotSupported, "The statement does not read the same when it is written anew.")
        .suggest("write it more simply")
}
