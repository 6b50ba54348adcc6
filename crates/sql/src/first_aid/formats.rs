//! Date formats of other dialects as those of strftime. A code without an equal gives nothing.

use vouch_model::Dialect;

/// MySQL's `'%Y-%m'`, quotes included.
pub(super) fn mysql_format(literal: &str, dialect: Dialect) -> Option<String> {
    let format = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut out = String::from("'");
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let code = match chars.next()? {
            'Y' => "%Y",
            'm' => "%m",
            'd' => "%d",
            'H' => "%H",
            'i' => "%M",
            's' | 'S' => "%S",
            'j' => "%j",
            'T' => "%H:%M:%S",
            other if dialect == Dialect::DuckDb => match other {
                'y' => "%y",
                'M' => "%B",
                'b' => "%b",
                'a' => "%a",
                'W' => "%A",
                'p' => "%p",
                'h' | 'I' => "%I",
                _ => return None,
            },
            _ => return None,
        };
        out.push_str(code);
    }
    out.push('\'');
    Some(out)
}

/// The `'YYYY-MM'` of Oracle and PostgreSQL, quotes included. Only dates: numbers have formats of their own.
pub(super) fn oracle_format(literal: &str, dialect: Dialect) -> Option<String> {
    const CODES: [(&str, &str); 8] = [
        ("YYYY", "%Y"),
        ("MM", "%m"),
        ("DDD", "%j"),
        ("DD", "%d"),
        ("HH24", "%H"),
        ("MI", "%M"),
        ("SS", "%S"),
        ("MON", "%b"),
    ];
    let mut rest = literal.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut out = String::from("'");
    let mut found = false;
    while let Some(first) = rest.chars().next() {
        if !first.is_alphanumeric() && first != '\'' && first != '%' && first != '"' {
            out.push(first);
            rest = rest.get(first.len_utf8()..)?;
            continue;
        }
        let upper = rest.to_uppercase();
        let (code, format) = CODES.iter().find(|(code, _)| upper.starts_with(code))?;
        // Only DuckDB has names of months; capitals of the code would be those of the name.
        if *code == "MON" && (dialect != Dialect::DuckDb || !rest.starts_with("Mon") || upper.starts_with("MONTH")) {
            return None;
        }
        out.push_str(format);
        found = true;
        rest = rest.get(code.len()..)?;
    }
    out.push('\'');
    found.then_some(out)
}
