//! Names of columns as Vega-Lite takes them: `a.b` and `a[0]` would be read as paths into nested data.

use crate::plot::Axis;

/// The name in an encoding's `field`.
pub(crate) fn escape(key: &str) -> String {
    let mut escaped = String::with_capacity(key.len());
    for c in key.chars() {
        if matches!(c, '.' | '[' | ']' | '\'' | '"' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The name inside an expression.
pub(super) fn in_expr(key: &str) -> String {
    format!("datum[{}]", serde_json::Value::from(key))
}

/// Keys of the data for the axes of one picture. They are the columns' names, except for the few characters
/// that Vega's own code generation trips over.
pub(super) fn keys<const N: usize>(axes: [Option<&Axis>; N]) -> [String; N] {
    let mut taken: Vec<String> = Vec::new();
    axes.map(|axis| {
        let Some(axis) = axis else { return String::new() };
        let mut key = plain(&axis.field);
        while taken.contains(&key) {
            key.push('_');
        }
        taken.push(key.clone());
        key
    })
}

fn plain(name: &str) -> String {
    let key: String = name
        .chars()
        .map(|c| if crate::words::breaks(c) || matches!(c, '\\' | '\'' | '"' | '`') { '_' } else { c })
        .collect();
    match key.as_str() {
        "" | "*" => "value".to_owned(),
        // Names that every JavaScript object has already.
        "__proto__" | "constructor" | "toString" | "valueOf" | "hasOwnProperty" | "prototype" => format!("{key}_"),
        _ => key,
    }
}
