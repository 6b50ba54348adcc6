use super::*;

#[test]
fn no_name_is_both_allowed_and_refused() {
    for dialect in Dialect::ALL {
        for (name, listed) in &FunctionList::of(dialect).names {
            let allowed = listed.function || listed.table_function || listed.operator;
            assert!(!(allowed && listed.refused), "{name} in {dialect} is on both lists");
        }
    }
}

#[test]
fn what_reaches_outside_the_tables_is_refused_or_unknown() {
    let outside = [
        "read_csv",
        "read_text",
        "read_blob",
        "glob",
        "getenv",
        "current_setting",
        "nextval",
        "query",
        "query_table",
        "write_log",
        "load_extension",
        "readfile",
        "writefile",
        "edit",
        "fts3_tokenizer",
        "duckdb_secrets",
        "pragma_table_info",
        "json_execute_serialized_sql",
        "setseed",
        "sleep_ms",
        "pg_sleep",
        "which_secret",
    ];
    for dialect in Dialect::ALL {
        let list = FunctionList::of(dialect);
        for name in outside {
            // GLOB is a text operator in SQLite, and `glob(pattern, text)` its function.
            if dialect == Dialect::Sqlite && name == "glob" {
                continue;
            }
            assert_ne!(list.in_expression(name), FunctionVerdict::Allowed, "{name} in {dialect}");
            assert_ne!(list.in_from(name), FunctionVerdict::Allowed, "{name} in {dialect}");
            assert!(!list.engine_may_see(name), "{name} in {dialect}");
        }
    }
}

#[test]
fn what_is_called_quick_may_be_called_at_all() {
    for dialect in Dialect::ALL {
        let names = FunctionList::of(dialect).names.iter();
        for (name, listed) in names.filter(|(_, listed)| listed.quick) {
            assert!(listed.function && !listed.refused, "{name} in {dialect}");
        }
    }
}
