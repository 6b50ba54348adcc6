//! Statements narrowed to a tenant's rows: the text that runs, the refusals, and the engine's say.

use crate::cases::column_of;
use std::sync::Arc;
use vouch_model::{Catalog, Dialect, ErrorCode, ForeignKey, KeyOrigin, Table, TableKind};
use vouch_sql::{
    CheckContext, CheckedSql, EngineParser, EngineVerdict, Policy, Rejected, TenantPolicy, TenantSettings, check,
};

const REWRITTEN: &str = include_str!("../cases/tenant/rewritten.txt");
const REFUSED: &str = include_str!("../cases/tenant/refused.txt");

fn table(name: &str, kind: TableKind, columns: &[&str]) -> Table {
    Table {
        schema: None,
        name: name.to_owned(),
        label: None,
        kind,
        comment: None,
        columns: columns.iter().map(|name| column_of(name, "int")).collect(),
        primary_key: vec!["id".to_owned()],
        row_count: None,
        definition: None,
    }
}

fn catalog(dialect: Dialect) -> Catalog {
    let key = ForeignKey {
        table: "items".into(),
        columns: vec!["order_id".into()],
        to_table: "orders".into(),
        to_columns: vec!["id".into()],
        origin: KeyOrigin::Declared,
    };
    let tables = vec![
        table("orders", TableKind::Table, &["id", "client_id", "total"]),
        table("items", TableKind::Table, &["id", "order_id", "category_id"]),
        table("categories", TableKind::Table, &["id"]),
        table("machines", TableKind::Table, &["id"]),
        table("totals", TableKind::View, &["id", "total"]),
    ];
    Catalog {
        source: "cases".into(),
        dialect,
        version: "1".into(),
        tables,
        foreign_keys: vec![key],
        own_functions: Vec::new(),
    }
}

fn judge(sql: &str, dialect: Dialect, engine: Option<&dyn EngineParser>) -> Result<CheckedSql, Rejected> {
    let catalog = catalog(dialect);
    let settings = TenantSettings { shared_tables: vec!["categories".into()], ..TenantSettings::default() };
    let tenant = TenantPolicy::new(&catalog, &settings, "1").unwrap();
    let policy = Policy { max_rows: 1_000, tenant: Some(Arc::new(tenant)) };
    check(sql, &CheckContext { dialect, catalog: Some(&catalog), policy: &policy, engine })
}

fn spelled_out(text: &str, dialect: Dialect) -> String {
    let limit = if dialect == Dialect::Sqlite { "-1" } else { "9223372036854775807" };
    let orders = format!("(SELECT * FROM main.orders AS r0 WHERE r0.client_id = 1 LIMIT {limit})");
    let items = format!(
        "(SELECT * FROM main.items AS r0 WHERE r0.order_id IN \
         (SELECT r1.id FROM main.orders AS r1 WHERE r1.client_id = 1) LIMIT {limit})"
    );
    format!("{} LIMIT 1000", text.replace("{orders}", &orders).replace("{items}", &items))
}

#[test]
fn every_reference_becomes_the_tenants_rows() {
    let lines: Vec<&str> = REWRITTEN.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let [sql, wanted] = pair else { panic!("a statement without its text: {pair:?}") };
        for dialect in Dialect::ALL {
            let other = if dialect == Dialect::Sqlite { "[duckdb] " } else { "[sqlite] " };
            if sql.starts_with(other) {
                continue;
            }
            let sql = sql.trim_start_matches("[duckdb] ").trim_start_matches("[sqlite] ");
            let wanted = spelled_out(wanted.strip_prefix("=> ").unwrap(), dialect);
            let checked = judge(sql, dialect, None).unwrap_or_else(|r| panic!("{dialect} {sql}\n{}", r.message));
            let executed = checked.executed_sql().unwrap_or_default();
            if executed != wanted {
                wrong.push(format!("{dialect} {sql}\n  is     {executed}\n  wanted {wanted}"));
            }
            assert!(!checked.sql().contains("client_id"), "what is shown stays as written: {}", checked.sql());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_the_tenants_is_refused() {
    for line in REFUSED.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (code, sql) = line.split_once(' ').unwrap();
        for dialect in Dialect::ALL {
            let rejected = judge(sql, dialect, None).map(|checked| checked.to_run().to_owned()).unwrap_err();
            assert_eq!(rejected.code.name(), code, "{dialect} {sql}: {}", rejected.message);
            assert!(rejected.suggestion.is_some(), "{sql}");
        }
    }
}

struct Sees(Vec<String>);

impl EngineParser for Sees {
    fn parse(&self, _sql: &str) -> Result<EngineVerdict, String> {
        let tables = self.0.iter().map(|name| name.rsplit('.').next().unwrap().to_owned()).collect();
        let verdict = EngineVerdict { statements: 1, all_select: true, tables, ..EngineVerdict::default() };
        Ok(EngineVerdict { references: self.0.clone(), ..verdict })
    }
}

#[test]
fn an_engine_that_sees_one_table_more_closes_the_door() {
    let sees = |references: &[&str]| {
        let engine = Sees(references.iter().map(|r| (*r).to_owned()).collect());
        judge("SELECT * FROM items, categories", Dialect::DuckDb, Some(&engine)).map(drop).map_err(|r| r.code)
    };
    assert_eq!(sees(&["main.items", "main.orders", "categories"]), Ok(()));
    for wrong in [
        &["items", "main.orders", "categories"][..],
        &["main.items", "main.orders", "categories", "orders"],
        &["main.items", "main.orders", "main.orders", "categories"],
        &["main.items", "categories"],
        &[],
    ] {
        assert_eq!(sees(wrong), Err(ErrorCode::NotSupported), "{wrong:?}");
    }
}
