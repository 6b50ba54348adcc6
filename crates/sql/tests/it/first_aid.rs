//! First aid over its case files: what is mended and how it is said, what must stay, and two properties of whatever
//! comes out.

use crate::cases::column_of;
use std::collections::BTreeMap;
use vouch_model::{Catalog, Dialect, ErrorCode, ForeignKey, KeyOrigin, Table, TableKind, Value};
use vouch_sql::{CheckContext, Mended, Policy, Problem, check, first_aid};

const POLICY: Policy = Policy { max_rows: 1_000, tenant: None };
const CATALOG: &str = include_str!("../cases/first_aid/catalog.txt");
const FILES: [(&str, &str); 7] = [
    ("names", include_str!("../cases/first_aid/names.txt")),
    ("aliases", include_str!("../cases/first_aid/aliases.txt")),
    ("joins", include_str!("../cases/first_aid/joins.txt")),
    ("quoting", include_str!("../cases/first_aid/quoting.txt")),
    ("functions", include_str!("../cases/first_aid/functions.txt")),
    ("dates_and_types", include_str!("../cases/first_aid/dates_and_types.txt")),
    ("wrapping", include_str!("../cases/first_aid/wrapping.txt")),
];

pub struct Case {
    file: &'static str,
    pub dialect: Dialect,
    /// What the engine said; without it, the guard is asked.
    said: Option<(String, String)>,
    pub sql: String,
    mended: Option<String>,
    notes: Vec<String>,
}

/// `[dialect CODE: message] statement`, then `= statement` or `= no mend`, then notes behind `!`.
pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (file, text) in FILES {
        let mut group = 0;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let line = line.replace("\\n", "\n");
            if let Some(rest) = line.strip_prefix('[') {
                let (head, sql) = rest.split_once("] ").expect("a statement behind the bracket");
                let (dialect, said) = head.split_once(' ').map_or((head, None), |(dialect, said)| {
                    let (code, message) = said.split_once(": ").expect("CODE: message");
                    (dialect, Some((code.to_owned(), message.to_owned())))
                });
                let dialects = match dialect {
                    "duckdb" => vec![Dialect::DuckDb],
                    "sqlite" => vec![Dialect::Sqlite],
                    "both" => vec![Dialect::DuckDb, Dialect::Sqlite],
                    other => panic!("no such dialect: {other}"),
                };
                group = dialects.len();
                cases.extend(dialects.into_iter().map(|dialect| Case {
                    file,
                    dialect,
                    said: said.clone(),
                    sql: sql.to_owned(),
                    mended: None,
                    notes: Vec::new(),
                }));
                continue;
            }
            let start = cases.len() - group;
            for case in &mut cases[start..] {
                match (line.strip_prefix("= "), line.strip_prefix("! ")) {
                    (Some("no mend"), _) => {}
                    (Some(sql), _) => case.mended = Some(sql.to_owned()),
                    (_, Some(note)) => {
                        let name = if case.dialect == Dialect::Sqlite { "SQLite" } else { "DuckDB" };
                        case.notes.push(note.replace("{dialect}", name));
                    }
                    _ => panic!("what is this? {line}"),
                }
            }
        }
    }
    cases
}

pub fn catalog(dialect: Dialect) -> Catalog {
    let mut catalog = Catalog {
        source: "cases".into(),
        dialect,
        version: "1".into(),
        tables: Vec::new(),
        foreign_keys: Vec::new(),
        own_functions: Vec::new(),
    };
    for line in CATALOG.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((from, to)) = line.split_once(" -> ") {
            let ((table, column), (to_table, to_column)) = (from.split_once('.').unwrap(), to.split_once('.').unwrap());
            catalog.foreign_keys.push(ForeignKey {
                table: table.into(),
                columns: vec![column.into()],
                to_table: to_table.into(),
                to_columns: vec![to_column.into()],
                origin: KeyOrigin::Declared,
            });
            continue;
        }
        let own = line.strip_prefix("[duckdb] ");
        if own.is_some() && dialect == Dialect::Sqlite {
            continue;
        }
        let (name, columns) = own.unwrap_or(line).split_once(": ").unwrap();
        let (schema, name) =
            name.split_once('.').map_or((None, name), |(schema, name)| (Some(schema.to_owned()), name));
        let columns = columns.split(", ").map(|written| {
            let (written, samples) = written.split_once(" (").unwrap_or((written, ""));
            let (written, label) = written.split_once(" \"").unwrap_or((written, ""));
            let label = [label, " (", samples].concat();
            let labelled = written.ends_with("decimal") && label.contains('"');
            let (name, kind) = written.rsplit_once(' ').unwrap();
            let mut column = column_of(name, kind);
            if column.data_type.is_temporal() && name != "opened" {
                column.min = Some(Value::Text("2023-01-31".to_owned()));
            }
            if labelled {
                column.label = Some(label.trim_end_matches(['"', ' ', '(']).trim_start_matches(" (").to_owned());
            } else if !samples.is_empty() {
                column.samples = samples.trim_end_matches(')').split(" | ").map(str::to_owned).collect();
            }
            column
        });
        catalog.tables.push(Table {
            schema,
            name: name.to_owned(),
            label: None,
            kind: TableKind::Table,
            comment: None,
            columns: columns.collect(),
            primary_key: Vec::new(),
            row_count: None,
            definition: None,
        });
    }
    catalog
}

fn synonyms(word: &str) -> Vec<String> {
    let groups: [&[&str]; 4] =
        [&["customer", "client", "buyer"], &["city", "town"], &["revenue", "turnover"], &["store", "shop", "branch"]];
    let others =
        groups.iter().filter(|group| group.contains(&word.to_lowercase().as_str())).flat_map(|group| group.iter());
    others.filter(|other| **other != word).map(|other| (*other).to_owned()).collect()
}

pub fn aided(case: &Case) -> Option<Mended> {
    let catalog = catalog(case.dialect);
    let context = CheckContext { dialect: case.dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
    let refused = check(&case.sql, &context).err();
    let (code, message) = match (&case.said, refused) {
        (Some((code, message)), _) => (code_named(code), message.clone()),
        (None, Some(refused)) => (refused.code, refused.message),
        // The guard has no objection; an engine would.
        (None, None) => (ErrorCode::SyntaxError, String::new()),
    };
    first_aid(&case.sql, &Problem { code, message: &message }, &context, &synonyms)
}

fn code_named(name: &str) -> ErrorCode {
    use ErrorCode as E;
    [E::SyntaxError, E::TypeMismatch, E::ExecutionError].into_iter().find(|code| code.name() == name).expect("a code")
}

#[test]
fn every_case_is_mended_as_written_or_not_at_all() {
    let cases = cases();
    let mut wrong = Vec::new();
    for case in &cases {
        let mended = aided(case);
        let right = match (&mended, &case.mended) {
            (None, None) => true,
            (Some(found), Some(wanted)) => {
                found.sql == *wanted && (case.notes.is_empty() || found.notes == case.notes) && !found.notes.is_empty()
            }
            _ => false,
        };
        if !right {
            wrong.push(format!(
                "  [{} {}] {}\n    wanted {:?} {:?}\n    got    {mended:?}",
                case.file, case.dialect, case.sql, case.mended, case.notes
            ));
        }
    }
    let mut count: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for case in &cases {
        let entry = count.entry(case.file).or_default();
        *if case.mended.is_some() { &mut entry.0 } else { &mut entry.1 } += 1;
    }
    println!("mended, left alone: {count:?}");
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// What comes out passes the guard, and gives first aid nothing more to do.
#[test]
fn what_is_mended_passes_and_stays() {
    for case in cases() {
        let Some(mended) = aided(&case) else { continue };
        let catalog = catalog(case.dialect);
        let context = CheckContext { dialect: case.dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
        assert!(check(&mended.sql, &context).is_ok(), "{}", mended.sql);
        let (code, message) = match &case.said {
            Some((code, message)) => (code_named(code), message.clone()),
            None => (ErrorCode::SyntaxError, String::new()),
        };
        let again = first_aid(&mended.sql, &Problem { code, message: &message }, &context, &synonyms);
        assert_eq!(again, None, "{}", case.sql);
    }
}

mod properties {
    use super::{POLICY, cases, catalog, synonyms};
    use proptest::prelude::*;
    use vouch_model::Dialect;
    use vouch_sql::{CheckContext, Problem, check, first_aid};

    /// The case statements, cut, doubled and spliced.
    fn mangled() -> impl Strategy<Value = String> {
        let statements: Vec<String> = cases().into_iter().map(|case| case.sql).collect();
        let words: Vec<String> =
            statements.iter().flat_map(|sql| sql.split_inclusive(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
        let statement = prop::sample::select(statements);
        (statement, prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(words), 0..4_u8), 0..4))
            .prop_map(|(sql, changes)| {
                let mut parts: Vec<String> = sql.split_inclusive(' ').map(str::to_owned).collect();
                for (at, word, kind) in changes {
                    let at = at.index(parts.len());
                    match kind {
                        0 => parts[at] = word,
                        1 => parts.insert(at, word),
                        2 if parts.len() > 1 => drop(parts.remove(at)),
                        _ => parts[at] = parts[at].chars().rev().collect(),
                    }
                }
                parts.concat()
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn whatever_comes_out_passes_and_is_done(sql in mangled(), sqlite in any::<bool>()) {
            let dialect = if sqlite { Dialect::Sqlite } else { Dialect::DuckDb };
            let catalog = catalog(dialect);
            let context = CheckContext { dialect, catalog: Some(&catalog), policy: &POLICY, engine: None };
            let (code, message) = match check(&sql, &context) {
                Ok(_) => (vouch_model::ErrorCode::TypeMismatch, "must appear in the GROUP BY clause".to_owned()),
                Err(refused) => (refused.code, refused.message),
            };
            let problem = Problem { code, message: &message };
            if let Some(mended) = first_aid(&sql, &problem, &context, &synonyms) {
                prop_assert!(check(&mended.sql, &context).is_ok(), "{}", mended.sql);
                prop_assert!(!mended.notes.is_empty());
                prop_assert_eq!(first_aid(&mended.sql, &problem, &context, &synonyms), None, "{}", mended.sql);
            }
        }
    }
}
