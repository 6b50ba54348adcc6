//! `vouch check`: the guard alone. Nothing runs.

use super::arguments::{Global, NamedSource};
use super::interrupt::Interrupt;
use super::print::{Look, clean_line, wrap};
use super::{Failure, Outcome, opening};
use crate::settings::MOST_ROWS;
use crate::wiring::{self, Data};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vouch_model::{Catalog, Dialect, ErrorCode};
use vouch_sql::{CheckContext, CheckedSql, Policy, Rejected, TenantColumn, TenantPolicy};

#[derive(clap::Args)]
pub struct Arguments {
    /// The statement to judge
    #[arg(value_name = "SQL", required_unless_present = "batch", conflicts_with = "batch")]
    sql: Option<String>,
    /// Dialect of the SQL: duckdb or sqlite [default: the source's, else duckdb]
    #[arg(long, value_parser = dialect_from_name)]
    dialect: Option<Dialect>,
    #[command(flatten)]
    source: NamedSource,
    /// Judge every line of a file of {"sql", "dialect"}; - is stdin
    #[arg(long, value_name = "FILE.jsonl")]
    batch: Option<PathBuf>,
    /// Print the verdict as JSON
    #[arg(long)]
    json: bool,
    /// Narrow a table to the rows of one tenant; may be given several times
    #[arg(long, value_name = "TABLE.COLUMN=VALUE", value_parser = tenant_from_text)]
    tenant: Vec<(TenantColumn, String)>,
}

fn tenant_from_text(text: &str) -> Result<(TenantColumn, String), String> {
    let (place, value) = text.split_once('=').ok_or("write TABLE.COLUMN=VALUE")?;
    let (table, column) = place.rsplit_once('.').ok_or("write TABLE.COLUMN=VALUE")?;
    Ok((TenantColumn { table: table.to_owned(), column: column.to_owned() }, value.to_owned()))
}

fn dialect_from_name(name: &str) -> Result<Dialect, String> {
    Dialect::from_name(name).ok_or_else(|| format!("write one of {}", dialect_names()))
}

fn dialect_names() -> String {
    Dialect::ALL.map(Dialect::name).join(", ")
}

#[derive(Deserialize)]
struct LineIn {
    sql: String,
    dialect: Option<String>,
}

/// What a line of a batch becomes; all fields are always there.
#[derive(Serialize)]
struct Verdict {
    ok: bool,
    code: Option<ErrorCode>,
    message: Option<String>,
    sql: Option<String>,
    restatement: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<vouch_sql::Position>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    let settings = global.settings([])?;
    let interrupt = Interrupt::listen();
    // Without a source names are not checked: the setting for a usual source does not count here.
    let data = if arguments.source.demo || arguments.source.source.is_some() {
        let opened = opening::open(&arguments.source.choose(&settings)?, &settings, &interrupt).await?;
        let Some(data) = opened else { return Ok(Outcome::Stopped) };
        Some(data)
    } else {
        None
    };
    let catalog = match &data {
        Some(data) => Some(data.connector.catalog().await?),
        None => None,
    };
    let shared_tables = data.as_ref().map_or(settings.tenants.clone(), |data| wiring::tenants(data, &settings));
    let tenants = Tenants { given: arguments.tenant, shared_tables: shared_tables.shared_tables };
    let judge = Judge::new(data, catalog, arguments.dialect, tenants)?;
    match (arguments.sql, arguments.batch) {
        (Some(sql), _) => judge_one(&judge, &sql, arguments.json),
        (None, Some(file)) => tokio::task::block_in_place(|| judge_batch(&judge, &file)),
        // Unreachable by the rules of the arguments, and harmless.
        (None, None) => Err(Failure::usage("no SQL was given", "See `vouch check --help`.")),
    }
}

struct Judge {
    data: Option<Data>,
    catalog: Option<Arc<Catalog>>,
    dialect: Dialect,
    tenants: Tenants,
}

/// What `--tenant` says, and what the settings call everybody's.
struct Tenants {
    given: Vec<(TenantColumn, String)>,
    shared_tables: Vec<String>,
}

impl Judge {
    fn new(
        data: Option<Data>,
        catalog: Option<Arc<Catalog>>,
        named: Option<Dialect>,
        tenants: Tenants,
    ) -> Result<Self, Failure> {
        let of_source = data.as_ref().map(|d| d.connector.dialect());
        if let (Some(named), Some(of_source)) = (named, of_source)
            && named != of_source
        {
            let message = format!("the source speaks {of_source}, not {named}");
            return Err(Failure::usage(message, "Leave --dialect out."));
        }
        let dialect = named.or(of_source).unwrap_or(Dialect::DuckDb);
        Ok(Self { data, catalog, dialect, tenants })
    }

    fn policy(&self, dialect: Dialect) -> Result<Policy, Rejected> {
        let Tenants { given, shared_tables } = &self.tenants;
        if given.is_empty() {
            return Ok(Policy { max_rows: MOST_ROWS, tenant: None });
        }
        let tenant = TenantPolicy::of_values(dialect, self.catalog.as_deref(), shared_tables, given)?;
        Ok(Policy { max_rows: MOST_ROWS, tenant: Some(Arc::new(tenant)) })
    }

    fn check(&self, sql: &str, dialect: Dialect) -> Result<CheckedSql, Rejected> {
        let policy = self.policy(dialect)?;
        let context = CheckContext {
            dialect,
            catalog: self.catalog.as_deref(),
            policy: &policy,
            engine: self.data.as_ref().and_then(|d| d.connector.parser()),
        };
        vouch_sql::check(sql, &context)
    }

    fn verdict(&self, sql: &str, dialect: Dialect) -> Verdict {
        match self.check(sql, dialect) {
            Ok(checked) => Verdict {
                ok: true,
                code: None,
                message: None,
                sql: Some(checked.executed_sql().unwrap_or(checked.sql()).to_owned()),
                restatement: Some(vouch_sql::restate(&checked, self.catalog.as_deref())),
                suggestion: None,
                position: None,
            },
            Err(rejected) => Verdict {
                suggestion: rejected.suggestion,
                position: rejected.position,
                ..Verdict::refused(rejected.code, rejected.message)
            },
        }
    }

    fn verdict_of_line(&self, line: &str) -> Verdict {
        let invalid = |message: String| Verdict::refused(ErrorCode::InvalidInput, message);
        let line: LineIn = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(error) => return invalid(format!("the line is not {{\"sql\", \"dialect\"}}: {error}")),
        };
        let dialect = match line.dialect.as_deref().map(|name| (name, Dialect::from_name(name))) {
            None => self.dialect,
            Some((_, Some(dialect))) if self.data.is_none() || dialect == self.dialect => dialect,
            Some((name, Some(_))) => return invalid(format!("the source speaks {}, not {name}", self.dialect)),
            Some((name, None)) => return invalid(format!("'{name}' is none of {}", dialect_names())),
        };
        self.verdict(&line.sql, dialect)
    }
}

impl Verdict {
    fn refused(code: ErrorCode, message: String) -> Self {
        Self {
            ok: false,
            code: Some(code),
            message: Some(message),
            sql: None,
            restatement: None,
            suggestion: None,
            position: None,
        }
    }
}

fn judge_one(judge: &Judge, sql: &str, json: bool) -> Result<Outcome, Failure> {
    let verdict = judge.verdict(sql, judge.dialect);
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", to_line(&verdict)?)?;
    } else {
        write_verdict(&mut out, &Look::of_stdout(), &verdict)?;
    }
    Ok(if verdict.ok { Outcome::Success } else { Outcome::NotAnswered })
}

fn write_verdict(out: &mut dyn Write, look: &Look, verdict: &Verdict) -> io::Result<()> {
    if let (Some(sql), Some(restatement)) = (&verdict.sql, &verdict.restatement) {
        writeln!(out, "{} may run\n", look.good("✓"))?;
        sql.lines().try_for_each(|line| writeln!(out, "  {}", clean_line(line)))?;
        writeln!(out)?;
        return wrap(restatement, look.text_width()).iter().try_for_each(|line| writeln!(out, "{line}"));
    }
    let code = verdict.code.map_or("", ErrorCode::name);
    writeln!(out, "{} {code}: {}", look.bad("✗"), clean_line(verdict.message.as_deref().unwrap_or_default()))?;
    if let Some(position) = verdict.position {
        writeln!(out, "  at line {}, column {}", position.line, position.column)?;
    }
    verdict.suggestion.iter().try_for_each(|suggestion| writeln!(out, "  {}", clean_line(suggestion)))
}

/// A line in, a line out. The verdicts are the outcome, so a refusal is no failure of the command.
fn judge_batch(judge: &Judge, file: &Path) -> Result<Outcome, Failure> {
    let cannot_read = |e: io::Error| {
        Failure::new(format!("{} cannot be read: {e}", file.display()), Some("Check the path after --batch.".into()))
    };
    let input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(io::BufReader::new(std::fs::File::open(file).map_err(cannot_read)?))
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in input.split(b'\n') {
        let line = line.map_err(cannot_read)?;
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() {
            writeln!(out, "{}", to_line(&judge.verdict_of_line(&line))?)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Success)
}

fn to_line(verdict: &Verdict) -> Result<String, Failure> {
    serde_json::to_string(verdict).map_err(|e| Failure::new(format!("a verdict cannot be written: {e}"), None))
}
