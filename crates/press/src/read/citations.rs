//! `[Q1]` and `[Q1, Q2]` in running text.

/// A stretch of text, or a name that is cited.
#[derive(Debug, PartialEq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    Query(&'t str),
}

/// Cuts a text at its citations; put together again, the pieces are the text.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, group, after)) = next_group(rest) {
        pieces.push(Piece::Text(before));
        names(group, &mut pieces);
        rest = after;
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

/// The text up to and with the bracket, what stands in the brackets, and the text from the closing one on.
fn next_group(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text.get(from..)?.find("[Q")? + 1;
        let inside = text.get(open..)?;
        let length = inside.find(|c: char| !matches!(c, 'Q' | ',' | ';' | ' ' | '0'..='9'))?;
        let group = inside.get(..length)?;
        let closed = inside.get(length..)?.starts_with(']');
        if closed && group.split([',', ';']).all(|name| is_name(name.trim())) {
            return Some((text.get(..open)?, group, text.get(open + length..)?));
        }
        from = open + length;
    }
}

fn is_name(name: &str) -> bool {
    name.strip_prefix('Q').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn names<'t>(group: &'t str, pieces: &mut Vec<Piece<'t>>) {
    let mut rest = group;
    while !rest.is_empty() {
        let is_part = |c: char| c == 'Q' || c.is_ascii_digit();
        let named = rest.starts_with(is_part);
        let end = rest.find(|c: char| is_part(c) != named).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(if named { Piece::Query(piece) } else { Piece::Text(piece) });
        rest = after;
    }
}

#[cfg(test)]
#[path = "citations_tests.rs"]
mod tests;
