//! What is known about a source at one moment: its catalog, its values, and the linguist built over both.
//!
//! Made once per catalog snapshot and shared by all asks. A connector that noticed a change hands out another catalog,
//! and the next ask makes a new view.

use crate::gather::TableFinder;
use crate::recent::Recent;
use crate::settings::AnalystSettings;
use crate::tenant_catalog;
use crate::tenants::Tenant;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use vouch_connectors::{Connector, ConnectorError, Limits};
use vouch_linguist::{ColumnValues, Linguist, Probe};
use vouch_model::{Catalog, DataType, ResultSet, Table, Value};
use vouch_sql::{
    CheckContext, CheckedSql, Mended, Policy, Problem, Rejected, Shape, TenantPolicy, check, first_aid, inspect,
    quote_identifier, quote_text,
};

/// Columns with more distinct values than this are looked up when a question needs them, not held in memory.
const MAX_VALUES_PER_COLUMN: usize = 2_000;
/// Values of at most this many text columns are read ahead; a catalog with more is probed instead.
const MAX_INDEXED_COLUMNS: usize = 400;

/// What takes longer is not done twice without need.
const SLOW: Duration = Duration::from_secs(1);

pub struct SourceView {
    pub connector: Arc<dyn Connector>,
    /// As the tenant may know it, where there is one.
    pub catalog: Arc<Catalog>,
    pub linguist: Arc<Linguist>,
    pub values: Vec<ColumnValues>,
    pub finder: TableFinder,
    tenant: Option<Arc<TenantPolicy>>,
    /// The source's own catalog, by which a change is noticed.
    snapshot: Arc<Catalog>,
    /// Statements that passed the guard, with their row limit: several stages of an ask look at the same one. What else
    /// the guard goes by, the catalog and the tenant's policy, is the view's own and never changes.
    passed: Recent<(String, usize), CheckedSql>,
    /// What the shape of a statement says, by its text and whether its limit is ours.
    shapes: Recent<(String, bool), Arc<Shape>>,
    /// Statements that took long the last time.
    slow: Recent<String, ()>,
    /// Tables as a model is shown them, by their names and whether without values.
    pub schema_texts: Recent<(Vec<String>, bool), String>,
}

/// The newest view of the analyst's source.
#[derive(Default)]
pub struct ViewCache(Mutex<Option<Arc<SourceView>>>);

impl ViewCache {
    /// Holding the lock while building means that asks which arrive together build it once.
    pub async fn current(
        &self,
        connector: &Arc<dyn Connector>,
        tenant: Option<&Tenant>,
    ) -> Result<Arc<SourceView>, ConnectorError> {
        let snapshot = connector.catalog().await?;
        let mut slot = self.0.lock().await;
        if let Some(view) = slot.as_ref().filter(|view| Arc::ptr_eq(&view.snapshot, &snapshot)) {
            return Ok(view.clone());
        }
        let view = Arc::new(SourceView::build(connector.clone(), snapshot, tenant).await?);
        *slot = Some(view.clone());
        Ok(view)
    }
}

impl SourceView {
    async fn build(
        connector: Arc<dyn Connector>,
        snapshot: Arc<Catalog>,
        tenant: Option<&Tenant>,
    ) -> Result<Self, ConnectorError> {
        let tenant = tenant.map(|tenant| tenant.policy(&snapshot)).transpose()?.map(Arc::new);
        let catalog = match &tenant {
            None => snapshot.clone(),
            Some(policy) => Arc::new(tenant_catalog::read(&connector, &snapshot, policy).await),
        };
        let values = read_values(&connector, &catalog, tenant.as_ref()).await?;
        let (for_indices, its_values) = (catalog.clone(), values.clone());
        let build = move || {
            let finder = TableFinder::new(&for_indices, &its_values);
            (Linguist::new(for_indices, its_values), finder)
        };
        let built = tokio::task::spawn_blocking(build).await;
        let (linguist, finder) = built.map_err(|e| ConnectorError::Internal(e.to_string()))?;
        Ok(Self {
            connector,
            catalog,
            linguist: Arc::new(linguist),
            values,
            finder,
            tenant,
            snapshot,
            passed: Recent::default(),
            shapes: Recent::default(),
            slow: Recent::default(),
            schema_texts: Recent::default(),
        })
    }

    pub fn check(&self, sql: &str, max_rows: usize) -> Result<CheckedSql, Rejected> {
        if let Some(checked) = self.passed.find(|(text, rows)| *rows == max_rows && text == sql) {
            return Ok(checked);
        }
        let checked = check_against(&self.connector, &self.catalog, self.tenant.as_ref(), sql, max_rows)?;
        self.passed.keep((sql.to_owned(), max_rows), checked.clone());
        Ok(checked)
    }

    pub fn shape(&self, checked: &CheckedSql) -> Arc<Shape> {
        let same = |(sql, ours): &(String, bool)| *ours == checked.limit_is_ours() && sql == checked.sql();
        if let Some(shape) = self.shapes.find(same) {
            return shape;
        }
        let shape = Arc::new(inspect(checked, &self.catalog));
        self.shapes.keep((checked.sql().to_owned(), checked.limit_is_ours()), shape.clone());
        shape
    }

    /// The statement as it may run, with what first aid changed where it was needed.
    pub fn check_or_mend(&self, sql: &str, max_rows: usize) -> Result<(CheckedSql, Option<Mended>), Rejected> {
        let rejected = match self.check(sql, max_rows) {
            Ok(checked) => return Ok((checked, None)),
            Err(rejected) => rejected,
        };
        let mended = self.first_aid(sql, &Problem { code: rejected.code, message: &rejected.message }, max_rows);
        let Some(mended) = mended else { return Err(rejected) };
        let checked = self.check(&mended.sql, max_rows)?;
        Ok((checked, Some(mended)))
    }

    /// What can be mended with certainty, without asking anyone.
    pub fn first_aid(&self, sql: &str, problem: &Problem<'_>, max_rows: usize) -> Option<Mended> {
        let policy = Policy { max_rows, tenant: self.tenant.clone() };
        let synonyms = |word: &str| vouch_linguist::synonyms(word);
        first_aid(sql, problem, &check_context(&self.connector, &self.catalog, &policy), &synonyms)
    }

    pub async fn execute(
        &self,
        sql: &CheckedSql,
        limits: &Limits,
        cancel: &CancellationToken,
    ) -> Result<ResultSet, ConnectorError> {
        let since = Instant::now();
        let results = self.connector.run(sql, limits, cancel).await?.collect().await;
        if since.elapsed() > SLOW {
            self.slow.keep(sql.sql().to_owned(), ());
        }
        results
    }

    /// Whether a statement took so long that nobody should run it again only to have another look at it.
    pub fn is_slow(&self, checked: &CheckedSql) -> bool {
        self.slow.find(|sql| sql == checked.sql()).is_some()
    }

    /// Runs one of our own small queries; `None` if it is refused, fails or takes too long: a check that cannot be made
    /// is left out, it never fails the ask.
    pub async fn probe(
        &self,
        sql: &str,
        max_rows: usize,
        settings: &AnalystSettings,
        cancel: &CancellationToken,
    ) -> Option<ResultSet> {
        let checked = match self.check(sql, max_rows) {
            Ok(checked) => checked,
            Err(rejected) => {
                tracing::debug!(%sql, %rejected, "a probe of our own was refused");
                return None;
            }
        };
        self.execute(&checked, &settings.probe_limits(max_rows), cancel).await.ok()
    }

    /// The known values of a column; `None` if they were not all read.
    /// The columns of a table of which all values are known, with these.
    pub fn known_columns(&self, table: &str) -> impl Iterator<Item = (&str, &[String])> {
        let of_table = self.values.iter().filter(move |v| v.complete && v.table.eq_ignore_ascii_case(table));
        of_table.map(|v| (v.column.as_str(), v.values.as_slice()))
    }

    pub fn known_values(&self, table: &str, column: &str) -> Option<&[String]> {
        self.values
            .iter()
            .find(|v| v.complete && v.table.eq_ignore_ascii_case(table) && v.column.eq_ignore_ascii_case(column))
            .map(|v| v.values.as_slice())
    }
}

pub fn check_against(
    connector: &Arc<dyn Connector>,
    catalog: &Catalog,
    tenant: Option<&Arc<TenantPolicy>>,
    sql: &str,
    max_rows: usize,
) -> Result<CheckedSql, Rejected> {
    let policy = Policy { max_rows, tenant: tenant.cloned() };
    check(sql, &check_context(connector, catalog, &policy))
}

fn check_context<'a>(connector: &'a Arc<dyn Connector>, catalog: &'a Catalog, policy: &'a Policy) -> CheckContext<'a> {
    CheckContext { dialect: connector.dialect(), catalog: Some(catalog), policy, engine: connector.parser() }
}

async fn read_values(
    connector: &Arc<dyn Connector>,
    catalog: &Arc<Catalog>,
    tenant: Option<&Arc<TenantPolicy>>,
) -> Result<Vec<ColumnValues>, ConnectorError> {
    let settings = AnalystSettings::default();
    let mut all = Vec::new();
    for (table, column) in text_columns(catalog).take(MAX_INDEXED_COLUMNS) {
        let dialect = connector.dialect();
        let name = quote_identifier(&column.name, dialect);
        let sql =
            format!("SELECT DISTINCT {name} FROM {} WHERE {name} IS NOT NULL ORDER BY 1", quoted_table(table, dialect));
        let Ok(checked) = check_against(connector, catalog, tenant, &sql, MAX_VALUES_PER_COLUMN) else { continue };
        let limits = settings.probe_limits(MAX_VALUES_PER_COLUMN);
        // A column that cannot be read in time is simply not indexed.
        let Ok(stream) = connector.run(&checked, &limits, &CancellationToken::new()).await else { continue };
        let Ok(rows) = stream.collect().await else { continue };
        let complete = !rows.truncated;
        let values = rows.rows.into_iter().filter_map(|mut row| match row.pop() {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        });
        all.push(ColumnValues {
            table: table.qualified_name(),
            column: column.name.clone(),
            values: if complete { values.collect() } else { Vec::new() },
            complete,
        });
    }
    Ok(all)
}

fn text_columns(catalog: &Catalog) -> impl Iterator<Item = (&Table, &vouch_model::Column)> {
    let is_words = |t: &DataType| matches!(t, DataType::Text | DataType::Other(_));
    catalog
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().map(move |column| (table, column)))
        .filter(move |(_, column)| is_words(&column.data_type))
}

pub fn quoted_table(table: &Table, dialect: vouch_model::Dialect) -> String {
    let name = quote_identifier(&table.name, dialect);
    match &table.schema {
        Some(schema) => format!("{}.{name}", quote_identifier(schema, dialect)),
        None => name,
    }
}

/// The linguist's way to the data. It reads on a blocking thread, so each look-up may wait for the engine.
pub struct ViewProbe {
    pub view: Arc<SourceView>,
    pub settings: Arc<AnalystSettings>,
    pub runtime: tokio::runtime::Handle,
    pub cancel: CancellationToken,
}

/// Stored spellings that one look-up may return.
const MAX_SPELLINGS: usize = 5;

impl Probe for ViewProbe {
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String> {
        let dialect = self.view.catalog.dialect;
        let Some(table) = self.view.catalog.table(table) else { return Vec::new() };
        let column = quote_identifier(column, dialect);
        let sql = format!(
            "SELECT DISTINCT {column} FROM {} WHERE lower({column}) = {}",
            quoted_table(table, dialect),
            quote_text(&text.to_lowercase()),
        );
        let rows = self.runtime.block_on(self.view.probe(&sql, MAX_SPELLINGS, &self.settings, &self.cancel));
        let rows = rows.map(|r| r.rows).unwrap_or_default();
        rows.into_iter().flatten().map(|value| value.to_string()).collect()
    }

    fn row_count(&self, sql: &str, limit: usize) -> Option<usize> {
        let rows = self.runtime.block_on(self.view.probe(sql, limit, &self.settings, &self.cancel))?;
        Some(rows.rows.len())
    }
}
