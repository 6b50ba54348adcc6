//! How each dialect writes names and texts. Called by whoever writes SQL (linguist, rewriter); refuses
//! nothing: every name can be written.

use vouch_model::Dialect;

/// A name as an identifier; quoted only where it must be (reserved word, capitals, odd characters).
pub fn quote_identifier(name: &str, dialect: Dialect) -> String {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|c| c.is_ascii_lowercase() || c == '_')
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if plain && !is_reserved(name, dialect) { name.to_owned() } else { in_double_quotes(name) }
}

/// `word` in lower case.
pub(crate) fn is_reserved(word: &str, dialect: Dialect) -> bool {
    match dialect {
        Dialect::DuckDb => RESERVED_DUCKDB.binary_search(&word).is_ok(),
        Dialect::Sqlite => RESERVED_SQLITE.binary_search(&word).is_ok(),
        // Quoting is always right, so a dialect without a list of its own quotes everything.
        _ => true,
    }
}

fn in_double_quotes(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text as a literal, quotes doubled.
pub fn quote_text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Words that DuckDB does not take as a plain name in every place where a name may stand: reserved ones, and
/// those that it reserves for types and functions. Sorted.
#[rustfmt::skip]
const RESERVED_DUCKDB: &[&str] = &[
    "all", "analyse", "analyze", "and", "anti", "any", "array", "as", "asc", "asof", "asymmetric", "at",
    "authorization", "between", "bigint", "binary", "bit", "boolean", "both", "by", "case", "cast", "char",
    "character", "check", "coalesce", "collate", "collation", "column", "columns", "concurrently", "constraint",
    "create", "cross", "current_date", "current_time", "current_timestamp", "date", "dec", "decimal", "default",
    "deferrable", "desc", "describe", "distinct", "do", "else", "end", "except", "exclude", "exists", "extract",
    "false", "fetch", "filter", "float", "for", "foreign", "freeze", "from", "full", "generated", "glob", "grant",
    "group", "grouping", "grouping_id", "having", "ilike", "in", "initially", "inner", "inout", "int", "integer",
    "intersect", "interval", "into", "is", "isnull", "join", "lambda", "lateral", "leading", "left", "like",
    "limit", "localtime", "localtimestamp", "map", "national", "natural", "nchar", "none", "not", "notnull", "null",
    "nullif", "numeric", "offset", "on", "only", "or", "order", "out", "outer", "over", "overlaps", "overlay",
    "partition", "pivot", "pivot_longer", "pivot_wider", "placing", "position", "positional", "precision",
    "primary", "qualify", "real", "references", "rename", "replace", "returning", "right", "row", "sample",
    "select", "semi", "set", "setof", "show", "similar", "smallint", "some", "struct", "substring", "summarize",
    "symmetric", "table", "tablesample", "then", "time", "timestamp", "to", "trailing", "treat", "trim", "true",
    "try_cast", "union", "unique", "unpack", "unpivot", "user", "using", "values", "varchar", "variadic", "verbose",
    "when", "where", "window", "with", "within", "xmlattributes", "xmlconcat", "xmlelement", "xmlexists",
    "xmlforest", "xmlnamespaces", "xmlparse", "xmlpi", "xmlroot", "xmlserialize", "xmltable",
];

/// SQLite's own list of keywords that cannot stand as names. Sorted.
#[rustfmt::skip]
const RESERVED_SQLITE: &[&str] = &[
    "abort", "action", "add", "after", "all", "alter", "always", "analyze", "and", "as", "asc", "attach",
    "autoincrement", "before", "begin", "between", "by", "cascade", "case", "cast", "check", "collate", "column",
    "commit", "conflict", "constraint", "create", "cross", "current", "current_date", "current_time",
    "current_timestamp", "database", "default", "deferrable", "deferred", "delete", "desc", "detach", "distinct",
    "do", "drop", "each", "else", "end", "escape", "except", "exclude", "exclusive", "exists", "explain", "fail",
    "filter", "first", "following", "for", "foreign", "from", "full", "generated", "glob", "group", "groups",
    "having", "if", "ignore", "immediate", "in", "index", "indexed", "initially", "inner", "insert", "instead",
    "intersect", "into", "is", "isnull", "join", "key", "last", "left", "like", "limit", "match", "materialized",
    "natural", "no", "not", "nothing", "notnull", "null", "nulls", "of", "offset", "on", "or", "order", "others",
    "outer", "over", "partition", "plan", "pragma", "preceding", "primary", "query", "raise", "range", "recursive",
    "references", "regexp", "reindex", "release", "rename", "replace", "restrict", "returning", "right", "rollback",
    "row", "rows", "savepoint", "select", "set", "table", "temp", "temporary", "then", "ties", "to", "transaction",
    "trigger", "unbounded", "union", "unique", "update", "using", "vacuum", "values", "view", "virtual", "when",
    "where", "window", "with", "without",
];

#[cfg(test)]
#[path = "dialect_tests.rs"]
mod tests;
