//! How good a candidate is: named features, weights from `data/weights.txt`, a logistic function.
//!
//! Every feature can be read off the question and the form, so that a score can be explained. The weights are data: a
//! training program may replace the file without touching code.

use crate::compose::{Ask, Draft};
use crate::form::{Condition, Expr, Operand, Query};
use crate::lexicon::{Aggregate, lexicon};
use crate::link::Link;
use crate::schema::{ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use crate::write::Writer;
use std::collections::HashMap;
use std::sync::LazyLock;

static WEIGHTS: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| {
    let lines = include_str!("../data/weights.txt").lines().map(str::trim);
    let entries = lines.filter(|l| !l.is_empty() && !l.starts_with('#')).filter_map(|l| {
        let (name, weight) = l.split_once(char::is_whitespace)?;
        Some((name, weight.trim().parse().ok()?))
    });
    entries.collect()
});

/// Feature names with their values; the bias is always 1.
pub type Features = Vec<(&'static str, f64)>;

pub fn confidence(features: &Features) -> f64 {
    let sum: f64 = features.iter().map(|(name, value)| WEIGHTS.get(name).copied().unwrap_or(0.0) * value).sum();
    1.0 / (1.0 + (-sum).exp())
}

pub struct Evidence<'a> {
    pub tokens: &'a [Token],
    pub pieces: &'a [Piece],
    pub draft: &'a Draft,
    pub query: &'a Query,
    pub cover_loss: f64,
    pub assumptions: usize,
    /// A fragment may say little by itself.
    pub is_followup: bool,
}

/// Positions of content words that no piece covers.
pub fn unexplained(tokens: &[Token], pieces: &[Piece], consumed: &[usize]) -> Vec<usize> {
    let covered = |i: usize| consumed.contains(&i) || pieces.iter().any(|p| p.start <= i && i < p.end);
    let content = |t: &Token| !matches!(t.kind, Kind::Punct(_)) && !lexicon().is_stop(t);
    tokens.iter().enumerate().filter(|(i, t)| content(t) && !covered(*i)).map(|(i, _)| i).collect()
}

pub fn features(evidence: &Evidence<'_>, schema: &Schema, writer: &Writer<'_>) -> Features {
    let Evidence { tokens, pieces, draft, query, .. } = evidence;
    let content = tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_)) && !lexicon().is_stop(t)).count().max(1);
    let unexplained = unexplained(tokens, pieces, &draft.consumed).len();
    let links: Vec<f64> = pieces.iter().filter(|p| points_at_data(&p.link)).map(|p| p.quality).collect();
    let mean = links.iter().sum::<f64>() / links.len().max(1) as f64;
    let worst = links.iter().copied().fold(1.0, f64::min);
    let strength: f64 = links.iter().sum();
    let joined = writer.plan(query).map_or(0, |(tree, _)| tree.tables().len());
    let mentioned = mentioned_tables(pieces);
    vec![
        ("bias", 1.0),
        ("unexplained", unexplained as f64 / content as f64),
        ("any_unexplained", f64::from(unexplained > 0)),
        ("poor_links", if !links.is_empty() { 1.0 - mean } else { f64::from(!evidence.is_followup) }),
        ("worst_link", 1.0 - worst),
        ("dangling", (draft.dangling.len() + if evidence.is_followup { 0 } else { draft.leftover.len() }) as f64),
        ("few_links", f64::from(strength < 0.9 && !evidence.is_followup)),
        ("bridges", joined.saturating_sub(mentioned.max(1)) as f64),
        ("fan_out", f64::from(writer.fans_out(query))),
        ("type_misfit", type_misfit(query, schema) as f64),
        ("wording_misfit", wording_misfit(draft, query)),
        ("cover_loss", evidence.cover_loss),
        ("assumptions", evidence.assumptions as f64),
        ("unknown_value", pieces.iter().filter(|p| matches!(p.link, Link::Quoted(_))).count() as f64),
        ("ties", pieces.iter().filter(|p| p.tied).count() as f64),
        ("future", f64::from(tokens.iter().any(|t| matches!(t.lower.as_str(), "will" | "forecast" | "predict")))),
        ("tables", joined.saturating_sub(1) as f64),
    ]
}

fn points_at_data(link: &Link) -> bool {
    matches!(link, Link::Table(_) | Link::Column(_) | Link::Value(_) | Link::Worth(_))
}

fn mentioned_tables(pieces: &[Piece]) -> usize {
    let mut tables: Vec<usize> = pieces
        .iter()
        .filter_map(|p| match &p.link {
            Link::Table(t) | Link::Worth(t) => Some(*t),
            Link::Column(c) => Some(c.table),
            Link::Value(v) => Some(v.col.table),
            _ => None,
        })
        .collect();
    tables.sort_unstable();
    tables.dedup();
    tables.len()
}

fn type_misfit(query: &Query, schema: &Schema) -> usize {
    let kind = |e: &Expr| match e {
        Expr::Column(c) => schema.find(c).map(|c| schema.kind(c)),
        _ => None,
    };
    let bad_aggregate = |e: &Expr| match e {
        Expr::Aggregate { function: Aggregate::Sum | Aggregate::Average | Aggregate::Median, of, .. } => {
            kind(of).is_some_and(|k| k != ColumnKind::Number)
        }
        _ => false,
    };
    let unfit = |e: &Expr| kind(e).is_some_and(|k| matches!(k, ColumnKind::Text | ColumnKind::Time | ColumnKind::Bool));
    let bad_compare = |c: &Condition| matches!(c, Condition::Compare { left, right: Operand::Number(_), .. } | Condition::Between { left, .. } if unfit(left));
    let shown = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
    shown.filter(|e| bad_aggregate(e)).count() + query.filter.iter().filter(|c| bad_compare(c)).count()
}

fn wording_misfit(draft: &Draft, query: &Query) -> f64 {
    let aggregates =
        query.select.iter().any(|s| s.expr.is_aggregate()) || query.order.iter().any(|o| o.expr.is_aggregate());
    let nested = query.filter.iter().any(|c| matches!(c, Condition::Compare { right: Operand::Query(_), .. }));
    let counted = draft.ask != Ask::Count || aggregates;
    let averaged = draft.aggregate_words == 0 || aggregates || nested;
    f64::from(!counted) + f64::from(!averaged)
}
