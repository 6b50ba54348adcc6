//! Evidence from two nouns side by side: 'names and ages' are both shown, 'the age of the oldest' is not shown and
//! ranked.
//!
//! The uses of the one crossed with those of the other and with what stands between them. Like the other uses
//! (`score_roles`) these are closed classes and hold for any database.

use crate::link::Link;
use crate::score::Features;
use crate::score_roles::{COLUMN_USES, Family, Roles, TABLE_USES};
use crate::tokens::Token;
use std::sync::LazyLock;

/// What stands between two nouns.
const BETWEEN: [&str; 8] = ["nothing", "and", "of", "in", "who", "with", "each", "other"];

fn uses() -> impl Iterator<Item = String> {
    let columns = COLUMN_USES.iter().map(|one| format!("column.{one}"));
    columns.chain(TABLE_USES.iter().map(|one| format!("table.{one}")))
}

static PAIRS: LazyLock<Family> = LazyLock::new(|| {
    let first: Vec<String> = uses().collect();
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let second = BETWEEN.iter().flat_map(|between| uses().map(move |one| format!("{between}~{one}")));
    Family::new("pair", &first, second)
});

/// A noun of the question and what the statement does with it, by number.
struct Noun {
    start: usize,
    end: usize,
    used: usize,
}

pub fn features(roles: &Roles<'_>) -> Features {
    let nouns: Vec<Noun> = roles.pieces.iter().filter_map(|piece| noun(roles, piece)).collect();
    let mut features = Features::new();
    let width = COLUMN_USES.len() + TABLE_USES.len();
    for pair in nouns.windows(2) {
        let [a, b] = pair else { continue };
        let words = roles.tokens.get(a.end..b.start).unwrap_or_default();
        features.push((PAIRS.name(a.used, between(words) * width + b.used), 1.0));
    }
    features
}

fn noun(roles: &Roles<'_>, piece: &crate::segment::Piece) -> Option<Noun> {
    let column = |c| roles.column_uses(c).first().copied();
    let used = match piece.link {
        Link::Column(c) => column(c)?,
        Link::Names(t) => column(*roles.schema.display(t).first()?)?,
        Link::Table(t) => COLUMN_USES.len() + roles.table_use(t),
        _ => return None,
    };
    Some(Noun { start: piece.start, end: piece.end, used })
}

/// The class of the first telling word between two nouns.
fn between(words: &[Token]) -> usize {
    let telling = words.iter().find_map(|t| opener(t).or_else(|| joins(t).then_some("and")));
    let class = telling.unwrap_or(if words.is_empty() { "nothing" } else { "other" });
    BETWEEN.iter().position(|one| *one == class).unwrap_or(BETWEEN.len() - 1)
}

fn joins(token: &Token) -> bool {
    matches!(token.lower.as_str(), "and" | "&" | "," | "or") || token.is_punct(',')
}

fn opener(token: &Token) -> Option<&'static str> {
    Some(match token.lower.as_str() {
        "of" | "'s" => "of",
        "in" | "from" | "at" | "on" | "for" | "to" | "among" | "within" => "in",
        "who" | "whom" | "that" | "which" | "whose" | "where" => "who",
        "with" | "having" | "have" | "has" | "had" | "without" => "with",
        "each" | "every" | "per" => "each",
        _ => return None,
    })
}
