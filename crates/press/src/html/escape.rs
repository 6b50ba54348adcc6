//! Plain text into HTML and SVG.

/// For between tags and between quotes alike: one rule, the stricter one. Characters that XML does not know, not even
/// as references, become U+FFFD.
pub(crate) fn escaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + raw.len() / 8);
    for c in raw.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\r' => {}
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
