//! How good a candidate is: named features, weights from `data/weights.txt`, a logistic function.
//!
//! Every feature can be read off the question and the form, so that a score can be explained. The weights are data: a
//! training program may replace the file without touching code.

use crate::compose::{Ask, Draft, Target};
use crate::form::{Condition, Expr, Operand, Query};
use crate::lexicon::{Aggregate, Mark, lexicon};
use crate::link::Link;
use crate::schema::{ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use crate::write::Writer;
use std::collections::HashMap;
use std::sync::LazyLock;

static WEIGHTS: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| weights(include_str!("../data/weights.txt")));

/// Learned from questions with known answers: `vouch eval --suite spider --learn`.
static RANKING: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| weights(include_str!("../data/ranking.txt")));

/// The same for people. Their questions are often near ties, and how sure to be was fitted to these weights: new ones want a new fit.
static RANKING_PEOPLE: LazyLock<HashMap<&'static str, f64>> =
    LazyLock::new(|| weights(include_str!("../data/ranking_people.txt")));

/// How sure to be of what people ask, learned with it.
static CONFIDENCE_PEOPLE: LazyLock<HashMap<&'static str, f64>> =
    LazyLock::new(|| weights(include_str!("../data/confidence_people.txt")));

/// So much likelier right than wrong, in log-odds, must an answer be that nobody is asked back about: it is worse to be told
/// something wrong than to be asked.
const STRICTNESS: f64 = 0.4;

/// What learning starts from and is pulled back to.
pub fn prior() -> HashMap<&'static str, f64> {
    weights(include_str!("../data/prior.txt"))
}

/// How well a column fits that an adjective is about.
const HINTED: f64 = 0.95;

/// A candidate further behind the best than this is not tried against the data.
pub const WORTH_A_LOOK: f64 = 3.0;

pub(crate) fn weights(text: &'static str) -> HashMap<&'static str, f64> {
    let lines = text.lines().map(str::trim);
    let entries = lines.filter(|l| !l.is_empty() && !l.starts_with('#')).filter_map(|l| {
        let (name, weight) = l.split_once(char::is_whitespace)?;
        Some((name, weight.split_whitespace().next()?.parse().ok()?))
    });
    entries.collect()
}

/// Weights of the prior that no question set may move: `feature weight fixed`.
pub fn fixed() -> Vec<&'static str> {
    fixed_in(include_str!("../data/prior.txt")).collect()
}

/// The same of how sure to be.
pub fn fixed_confidence() -> HashMap<&'static str, f64> {
    let text = include_str!("../data/weights.txt");
    let known = weights(text);
    fixed_in(text).filter_map(|name| Some((name, *known.get(name)?))).collect()
}

fn fixed_in(text: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = text.lines().filter(|l| !l.starts_with('#') && l.ends_with(" fixed"));
    lines.filter_map(|l| l.split_whitespace().next())
}

/// Feature names with their values; the bias is always 1.
pub type Features = Vec<(&'static str, f64)>;

/// How sure to be of a candidate that comes first. What people ask was learned from; what leans on the question before and what
/// public sets ask is weighed by hand.
pub fn confidence(features: &Features, for_people: bool) -> f64 {
    let (weights, strictness) = if for_people { (&CONFIDENCE_PEOPLE, STRICTNESS) } else { (&WEIGHTS, 0.0) };
    let sum: f64 = features.iter().map(|(name, value)| weights.get(name).copied().unwrap_or(0.0) * value).sum();
    1.0 / (1.0 + (strictness - sum).exp())
}

/// Words that a statement takes and does nothing with, see `promises`.
pub const BROKEN: &str = "broken";

/// How likely a candidate is beside the others of the same question; the scale is log-odds.
pub fn rank(features: &Features, for_people: bool) -> f64 {
    let learned = if for_people { &RANKING_PEOPLE } else { &RANKING };
    features.iter().map(|(name, value)| learned.get(name).copied().unwrap_or(0.0) * value).sum()
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

/// Years that a question names and a statement knows nothing of: not the year, nor the one before or after, where a
/// period may begin or end. A reading that takes the word and leaves out what it says must not pass for understood.
pub fn years_lost(tokens: &[Token], sql: &str) -> Vec<String> {
    let year = |token: &Token| match token.kind {
        Kind::Number(n) if (1_000.0..3_000.0).contains(&n) && token.text.len() == 4 => token.text.parse::<i32>().ok(),
        _ => None,
    };
    let known = |year: i32| (year - 1..=year + 1).any(|near| sql.contains(&near.to_string()));
    tokens.iter().filter(|token| year(token).is_some_and(|year| !known(year))).map(|t| t.text.clone()).collect()
}

/// What was lost counts as words that nothing explains.
pub fn note_lost(features: &mut Features, lost: usize, tokens: &[Token]) {
    if lost == 0 {
        return;
    }
    let content = content(tokens);
    for (name, value) in features.iter_mut() {
        match *name {
            "unexplained" => *value += lost as f64 / content,
            "any_unexplained" => *value = 1.0,
            _ => {}
        }
    }
}

/// How many words say something.
fn content(tokens: &[Token]) -> f64 {
    tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_)) && !lexicon().is_stop(t)).count().max(1) as f64
}

pub fn features(evidence: &Evidence<'_>, schema: &Schema, writer: &Writer<'_>) -> Features {
    let Evidence { tokens, pieces, draft, query, .. } = evidence;
    let content = content(tokens);
    let unexplained = unexplained(tokens, pieces, &draft.consumed).len();
    let mut links: Vec<f64> = pieces.iter().filter(|p| points_at_data(&p.link)).map(|p| p.quality).collect();
    // 'hottest day': the adjective found its column, and the day is its date.
    let day = draft.items.iter().any(|i| matches!(i.target, Target::Column(_))) && !draft.keys.is_empty();
    if links.is_empty() && day {
        links.push(HINTED);
    }
    let mean = links.iter().sum::<f64>() / links.len().max(1) as f64;
    let worst = links.iter().copied().fold(1.0, f64::min);
    let strength: f64 = links.iter().sum();
    let tree = writer.plan(query).map(|(tree, _)| tree);
    let joined = tree.as_ref().map_or(0, |tree| tree.tables().len());
    let mentioned = mentioned_tables(pieces);
    let mut features = vec![
        ("bias", 1.0),
        ("unexplained", unexplained as f64 / content),
        ("any_unexplained", f64::from(unexplained > 0)),
        ("poor_links", if !links.is_empty() { 1.0 - mean } else { f64::from(!evidence.is_followup) }),
        ("worst_link", 1.0 - worst),
        ("dangling", (draft.dangling.len() + if evidence.is_followup { 0 } else { draft.leftover.len() }) as f64),
        ("few_links", f64::from(strength < 0.9 && !evidence.is_followup)),
        ("bridges", joined.saturating_sub(mentioned.max(1)) as f64),
        ("fan_out", f64::from(tree.is_some_and(|tree| writer.fans_out(query, &tree)))),
        ("type_misfit", type_misfit(query, schema) as f64),
        ("wording_misfit", wording_misfit(draft, query)),
        ("cover_loss", evidence.cover_loss),
        ("assumptions", evidence.assumptions as f64),
        ("unknown_value", pieces.iter().filter(|p| matches!(p.link, Link::Quoted(_))).count() as f64),
        ("ties", pieces.iter().filter(|p| p.tied).count() as f64),
        ("future", f64::from(tokens.iter().any(|t| matches!(t.lower.as_str(), "will" | "forecast" | "predict")))),
        ("tables", joined.saturating_sub(1) as f64),
    ];
    features.extend(shape(evidence, schema));
    features.extend(crate::score_links::features(evidence, schema));
    features.extend(crate::score_roles::features(evidence, schema));
    features.extend(crate::score_mentions::features(evidence, schema));
    features
}

/// What the statement looks like beside the words: these only rank candidates of one question.
fn shape(evidence: &Evidence<'_>, schema: &Schema) -> Features {
    let Evidence { tokens, pieces, draft, query, .. } = evidence;
    let says = |words: &[&str]| tokens.iter().any(|t| words.contains(&t.lower.as_str()));
    let columns = query.select.iter().filter_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c),
        _ => None,
    });
    // A key that is all a row is known by is its name.
    let is_key = |c: &crate::schema::Col| schema.kind(*c) == ColumnKind::Key && !schema.display(c.table).contains(c);
    let keys = columns.clone().filter(is_key).count();
    let loose_value = |p: &&Piece| {
        let token = tokens.get(p.start);
        matches!(&p.link, Link::Value(_)) && token.is_some_and(|t| !t.proper && t.kind == Kind::Word)
    };
    let verb = |p: &&Piece| tokens.get(p.start).is_some_and(|t| t.lower.ends_with("ed") || t.lower.ends_with("ing"));
    let nouns = pieces.iter().filter(|p| matches!(p.link, Link::Column(_) | Link::Names(_))).count();
    let at = |t: &Token| matches!(t.lower.as_str(), "at" | "than");
    let asked = tokens
        .iter()
        .enumerate()
        .any(|(i, t)| superlative(t) && !i.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(at));
    let ranked = query.limit.is_some()
        || query.select.iter().any(|s| is_extreme(&s.expr))
        || query.filter.iter().any(|c| matches!(c, Condition::Compare { right: Operand::Query(_), .. }));
    let counted = query.select.iter().any(|s| s.expr.is_aggregate());
    let count_words =
        draft.ask != Ask::List || draft.aggregate_words > 0 || says(&["number", "count", "many", "total"]);
    let negated = query.filter.iter().any(is_negated) || query.combine.is_some();
    let same_column = query.filter.iter().enumerate().any(|(i, a)| {
        query.filter.iter().skip(i + 1).any(|b| equal_column(a).is_some() && equal_column(a) == equal_column(b))
    });
    let flag = |b: bool| f64::from(u8::from(b));
    vec![
        ("loose_values", pieces.iter().filter(loose_value).count() as f64),
        ("verb_values", pieces.iter().filter(loose_value).filter(verb).count() as f64),
        ("part_values", query.filter.iter().filter(|c| matches!(c, Condition::Like { .. })).count() as f64),
        (
            "keys_unasked",
            if says(&["id", "ids", "code", "codes", "number", "numbers", "key"]) { 0.0 } else { keys as f64 },
        ),
        ("columns_unused", nouns.saturating_sub(used_columns(query)) as f64),
        ("shown", query.select.len().saturating_sub(1) as f64),
        ("misattached", misattached(pieces) as f64),
        ("shown_late", shown_late(pieces, query, schema) as f64),
        ("whole_row", flag(query.select.is_empty() && !query.yes_no)),
        ("grouped", flag(!query.group.is_empty())),
        ("group_columns", query.group.len().saturating_sub(1) as f64),
        ("count_unasked", flag(counted && !count_words)),
        ("group_missing", flag(says(&["per", "each", "every"]) && query.group.is_empty() && !ranked)),
        ("by_missing", flag(by_unused(tokens, pieces))),
        ("rank_missing", flag(asked && !ranked)),
        ("rank_unasked", flag(!asked && query.limit == Some(1))),
        ("not_missing", flag(says_not(tokens) && !negated)),
        ("same_column", flag(same_column)),
        ("combined", flag(query.combine.is_some())),
        ("context_joins", query.joins.len() as f64),
        ("distinct_list", flag(query.distinct)),
        ("yes_no", flag(query.yes_no)),
        ("word_id_key", flag(says(&["id", "ids"]) && keys == 0 && !query.select.is_empty() && !counted)),
    ]
}

/// 'not', but not the value "No".
pub(crate) fn says_not(tokens: &[Token]) -> bool {
    let not = |t: &Token| matches!(t.lower.as_str(), "not" | "no" | "never" | "without" | "except" | "neither");
    tokens.iter().any(|t| t.kind == Kind::Word && not(t))
}

/// A 'by' that the reading passes over.
fn by_unused(tokens: &[Token], pieces: &[Piece]) -> bool {
    let covered = |i: usize| pieces.iter().any(|p| p.start <= i && i < p.end);
    tokens.iter().enumerate().any(|(i, t)| t.lower == "by" && !covered(i))
}

/// The same, with a table or column right behind it, and for 'per' and 'each'.
pub fn passes_over_by(tokens: &[Token], pieces: &[Piece]) -> bool {
    let groups = |t: &Token| matches!(t.lower.as_str(), "by" | "per" | "each" | "every");
    let named = |i: usize| pieces.iter().any(|p| p.start == i && matches!(p.link, Link::Table(_) | Link::Column(_)));
    let covered = |i: usize| pieces.iter().any(|p| p.start <= i && i < p.end);
    tokens.iter().enumerate().any(|(i, t)| groups(t) && !covered(i) && named(i + 1))
}

fn superlative(token: &Token) -> bool {
    const WORDS: [&str; 14] = [
        "most", "least", "highest", "lowest", "largest", "smallest", "maximum", "minimum", "fewest", "top", "oldest",
        "youngest", "longest", "shortest",
    ];
    WORDS.contains(&token.lower.as_str())
}

/// Columns that the wording gives to one table ('name of the track', 'the track's name') and the reading to another.
fn misattached(pieces: &[Piece]) -> usize {
    let wrong = |(i, piece): (usize, &Piece)| {
        if !matches!(piece.link, Link::Column(_) | Link::Names(_)) {
            return false;
        }
        let own = crate::segment::table_of(&piece.link);
        let before = i.checked_sub(1).and_then(|i| pieces.get(i)).filter(|p| p.end == piece.start);
        if let Some(Link::Table(t)) = before.map(|p| &p.link) {
            return Some(*t) != own;
        }
        owner(pieces.get(i + 1..).unwrap_or_default()).is_some_and(|t| Some(t) != own)
    };
    pieces.iter().enumerate().filter(|(i, p)| wrong((*i, p))).count()
}

/// The table after 'of', past the other columns of a list.
fn owner(after: &[Piece]) -> Option<usize> {
    let mut of = false;
    for piece in after {
        match &piece.link {
            Link::Mark(Mark::Of | Mark::Each) => of = true,
            Link::Mark(Mark::And | Mark::All | Mark::Distinct | Mark::Preposition) => {}
            Link::Column(_) | Link::Names(_) if !of => {}
            Link::Table(t) => {
                // 'names of the product categories' is about categories.
                let next = after.iter().find(|n| n.start == piece.end);
                let last = next.and_then(|n| if let Link::Table(t) = n.link { Some(t) } else { None });
                return of.then_some(last.unwrap_or(*t));
            }
            _ => return None,
        }
    }
    None
}

/// Columns that are shown although they only occur behind 'who', 'whose', 'with'.
fn shown_late(pieces: &[Piece], query: &Query, schema: &Schema) -> usize {
    let from = pieces.iter().skip(1).position(|p| p.link == Link::Mark(Mark::Relative)).map(|i| i + 1);
    let Some(from) = from else { return 0 };
    let (early, late) = pieces.split_at(from);
    let in_part = |part: &[Piece], c: crate::schema::Col| part.iter().any(|p| p.link == Link::Column(c));
    let columns = query.select.iter().filter_map(|s| match &s.expr {
        Expr::Column(c) => schema.find(c),
        _ => None,
    });
    columns.filter(|c| !in_part(early, *c) && in_part(late, *c)).count()
}

fn is_extreme(expr: &Expr) -> bool {
    matches!(expr, Expr::Aggregate { function: Aggregate::Max | Aggregate::Min, .. })
}

fn is_negated(condition: &Condition) -> bool {
    match condition {
        Condition::OneOf { negated, .. } | Condition::Like { negated, .. } | Condition::Related { negated, .. } => {
            *negated
        }
        Condition::InQuery { negated, .. } => *negated,
        Condition::Null { .. } => true,
        Condition::Compare { .. } | Condition::Not(_) => true,
        _ => false,
    }
}

fn equal_column(condition: &Condition) -> Option<&crate::form::ColumnRef> {
    match condition {
        Condition::OneOf { column, negated: false, .. } => Some(column),
        _ => None,
    }
}

/// Columns that the statement uses anywhere.
fn used_columns(query: &Query) -> usize {
    let filters = query.filter.iter().chain(&query.having).count();
    query.select.len()
        + query.order.len()
        + filters
        + query.group.iter().filter(|g| !query.select.iter().any(|s| s.expr == **g)).count()
}

fn points_at_data(link: &Link) -> bool {
    matches!(
        link,
        Link::Table(_)
            | Link::Column(_)
            | Link::Value(_)
            | Link::Worth(_)
            | Link::Elapsed(_)
            | Link::Age(..)
            | Link::Names(_)
            | Link::Standing(_)
    )
}

fn mentioned_tables(pieces: &[Piece]) -> usize {
    let mut tables: Vec<usize> = pieces
        .iter()
        .filter_map(|p| match &p.link {
            Link::Table(t) | Link::Worth(t) | Link::Elapsed(t) | Link::Names(t) => Some(*t),
            Link::Column(c) | Link::Age(c, _) => Some(c.table),
            Link::Value(v) => Some(v.col.table),
            Link::Standing(s) => Some(s.col.table),
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

/// A sum or an average of names, which nobody asks for.
pub fn adds_up_texts(query: &Query, schema: &Schema) -> bool {
    let wordy = |c: &crate::form::ColumnRef| {
        let Some(c) = schema.find(c).filter(|c| schema.kind(*c) == ColumnKind::Text) else { return false };
        let samples = schema.column(c).map_or(&[][..], |c| c.samples.as_slice());
        let number =
            |s: &String| s.trim_start_matches(['-', '+', '$', '.', ' ']).starts_with(|c: char| c.is_ascii_digit());
        !samples.is_empty() && !samples.iter().any(number)
    };
    let texts = |e: &Expr| match e {
        Expr::Aggregate { function: Aggregate::Sum | Aggregate::Average | Aggregate::Median, of, .. } => {
            matches!(of.as_ref(), Expr::Column(c) if wordy(c))
        }
        _ => false,
    };
    let inner =
        |c: &Condition| matches!(c, Condition::Compare { right: Operand::Query(q), .. } if adds_up_texts(q, schema));
    let shown = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
    shown.into_iter().any(texts) || query.filter.iter().chain(&query.having).any(inner)
}

fn wording_misfit(draft: &Draft, query: &Query) -> f64 {
    let aggregates =
        query.select.iter().any(|s| s.expr.is_aggregate()) || query.order.iter().any(|o| o.expr.is_aggregate());
    let nested = query.filter.iter().any(|c| matches!(c, Condition::Compare { right: Operand::Query(_), .. }));
    let counted = draft.ask != Ask::Count || aggregates;
    let averaged = draft.aggregate_words == 0 || aggregates || nested;
    f64::from(!counted) + f64::from(!averaged)
}
