//! Evidence from what a word is used for and the small words around it: a column behind 'whose' is rarely shown, one
//! behind 'of each' is what is grouped by.
//!
//! Every feature is a use crossed with a word of a closed class (or with what kind of column it is), so that what is
//! learned of one database holds for any other. Like the shape of a statement, these only rank the candidates of one
//! question.

use crate::compose::{Draft, Group};
use crate::form::{Condition, Expr, Operand, Query};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::score::{Evidence, Features};
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use crate::values::ValueHit;
use std::sync::LazyLock;

/// What a column is used for.
const COLUMN_USES: [&str; 8] = ["shown", "figure", "grouped", "sorted", "ranked", "compared", "nested", "unused"];
/// What a table is used for.
const TABLE_USES: [&str; 7] = ["shown", "counted", "base", "joined", "related", "through", "unused"];
/// What a value is beside its column.
const VALUE_KINDS: [&str; 4] = ["name", "key", "part", "other"];
/// How a value is written: names begin with a capital, kinds of things mostly do not.
const WRITTEN: [&str; 4] = ["capital", "small", "quoted", "number"];
/// How well words fit the name they stand for.
const FITS: [&str; 4] = ["exact", "good", "fair", "poor"];
/// What a statement does.
const DEEDS: [&str; 11] = [
    "counts",
    "figures",
    "groups",
    "limits",
    "sorts",
    "having",
    "nests",
    "combines",
    "whole",
    "several_shown",
    "several_tables",
];

/// Words around a noun, by what they do; the first entry of a line names the class.
const AROUND: [&[&str]; 30] = [
    &["of"],
    &["and", "&"],
    &["or"],
    &[","],
    &["in", "inside", "within"],
    &["for"],
    &["from"],
    &["to", "into"],
    &["on", "at"],
    &["with", "having"],
    &["whose"],
    &["who", "whom"],
    &["that", "which"],
    &["where"],
    &["have", "has", "had"],
    &["by"],
    &["each", "every", "per"],
    &["most", "highest", "largest", "maximum", "greatest", "max", "biggest", "top", "longest", "oldest", "best"],
    &["least", "lowest", "smallest", "minimum", "fewest", "min", "shortest", "youngest", "worst"],
    &["more", "less", "greater", "over", "under", "above", "below", "larger", "smaller", "higher", "lower", "exceeds"],
    &["than"],
    &["not", "without", "no", "never", "except"],
    &["is", "are", "was", "were", "be"],
    &["do", "does", "did"],
    &["many"],
    &["number", "count"],
    &["average", "mean", "total", "sum"],
    &["sorted", "ordered", "order", "sort"],
    &["what", "show", "list", "give", "find", "return", "name", "me", "tell", "display"],
    &["between"],
];
/// What else may stand beside a noun.
const BESIDE: [&str; 7] = ["edge", "table", "column", "value", "figure", "verb", "word"];

/// Words of a question that ask for a kind of statement.
const ASKING: [&[&str]; 21] = [
    &["many"],
    &["number", "count"],
    &["each", "every", "per"],
    &["by"],
    &["average", "mean"],
    &["total", "sum"],
    &["most"],
    &["least", "fewest"],
    &["highest", "largest", "maximum", "greatest", "max", "biggest"],
    &["lowest", "smallest", "minimum", "min"],
    &["sorted", "ordered", "order", "sort", "alphabetical", "descending", "ascending"],
    &["different", "distinct"],
    &["both"],
    &["not", "no", "never", "without", "except"],
    &["than"],
    &["all"],
    &["or"],
    &["and"],
    &["who", "which"],
    &["details", "detail", "information", "info", "record", "records", "everything", "contents"],
    &["when", "date", "dates", "year", "years", "time", "times"],
];

const KINDS: [&str; 8] = ["key", "number", "year", "text", "time", "bool", "other", "pointer"];

/// A family of features: every use with every word.
struct Family {
    names: Vec<&'static str>,
    width: usize,
}

impl Family {
    fn new(label: &str, uses: &[&str], words: impl Iterator<Item = &'static str>) -> Self {
        let words: Vec<&str> = words.collect();
        let each = |one: &&str| words.iter().map(|w| format!("{label}:{one}~{w}")).collect::<Vec<_>>();
        // Made once and kept as long as the program runs, like the names in the weight files.
        let names = uses.iter().flat_map(each).map(|name| &*Box::leak(name.into_boxed_str())).collect();
        Self { names, width: words.len() }
    }

    fn name(&self, one: usize, word: usize) -> &'static str {
        self.names.get(one * self.width + word).copied().unwrap_or("bias")
    }
}

fn around() -> impl Iterator<Item = &'static str> {
    AROUND.iter().filter_map(|class| class.first().copied()).chain(BESIDE)
}

static COLUMN_BEFORE: LazyLock<Family> = LazyLock::new(|| Family::new("column<", &COLUMN_USES, around()));
static COLUMN_AFTER: LazyLock<Family> = LazyLock::new(|| Family::new("column>", &COLUMN_USES, around()));
static COLUMN_KIND: LazyLock<Family> = LazyLock::new(|| Family::new("kind", &COLUMN_USES, KINDS.into_iter()));
static COLUMN_FIT: LazyLock<Family> = LazyLock::new(|| Family::new("fit", &COLUMN_USES, FITS.into_iter()));
static NAMESAKE: LazyLock<Family> = LazyLock::new(|| Family::new("namesake", &COLUMN_USES, ["table"].into_iter()));
static VALUE_BEFORE: LazyLock<Family> = LazyLock::new(|| Family::new("value<", &VALUE_KINDS, around()));
static VALUE_AFTER: LazyLock<Family> = LazyLock::new(|| Family::new("value>", &VALUE_KINDS, around()));
static VALUE_FIT: LazyLock<Family> = LazyLock::new(|| Family::new("value_fit", &VALUE_KINDS, FITS.into_iter()));
static VALUE_WRITTEN: LazyLock<Family> = LazyLock::new(|| Family::new("written", &VALUE_KINDS, WRITTEN.into_iter()));
static TABLE_FIT: LazyLock<Family> = LazyLock::new(|| Family::new("table_fit", &TABLE_USES, FITS.into_iter()));
static TABLE_BEFORE: LazyLock<Family> = LazyLock::new(|| Family::new("table<", &TABLE_USES, around()));
static TABLE_AFTER: LazyLock<Family> = LazyLock::new(|| Family::new("table>", &TABLE_USES, around()));
static ASKED: LazyLock<Family> = LazyLock::new(|| {
    let words = ASKING.iter().filter_map(|class| class.first().copied()).chain(["plain"]);
    Family::new("asked", &DEEDS, words)
});

pub fn features(evidence: &Evidence<'_>, schema: &Schema) -> Features {
    let Evidence { tokens, pieces, draft, query, .. } = evidence;
    let roles = Roles { tokens, pieces, draft, query, schema };
    let mut features = Features::new();
    for (i, piece) in pieces.iter().enumerate() {
        match piece.link {
            Link::Column(c) => roles.column(i, c, &mut features),
            Link::Names(t) => schema.display(t).into_iter().take(1).for_each(|c| roles.column(i, c, &mut features)),
            Link::Table(t) => roles.table(i, t, &mut features),
            Link::Value(ref value) => roles.value(i, value, &mut features),
            _ => {}
        }
    }
    roles.asked(&mut features);
    features
}

struct Roles<'a> {
    tokens: &'a [Token],
    pieces: &'a [Piece],
    draft: &'a Draft,
    query: &'a Query,
    schema: &'a Schema,
}

impl Roles<'_> {
    fn column(&self, at: usize, c: Col, features: &mut Features) {
        let (before, after) = (self.before(at), self.after(at));
        let kind = match self.schema.kind(c) {
            // A key that tells rows of another table apart.
            ColumnKind::Key if self.schema.key(c.table) != Some(c) => 7,
            ColumnKind::Key => 0,
            ColumnKind::Number => 1,
            ColumnKind::Year => 2,
            ColumnKind::Text => 3,
            ColumnKind::Time => 4,
            ColumnKind::Bool => 5,
            ColumnKind::Other => 6,
        };
        let namesake = self.names_table(at, c);
        for one in self.column_uses(c) {
            if namesake {
                features.push((NAMESAKE.name(one, 0), 1.0));
            }
            features.push((COLUMN_BEFORE.name(one, before), 1.0));
            features.push((COLUMN_AFTER.name(one, after), 1.0));
            features.push((COLUMN_KIND.name(one, kind), 1.0));
            features.push((COLUMN_FIT.name(one, self.fit(at)), 1.0));
        }
    }

    /// The words of a column are the name of another table: 'how many airlines' where routes have an airline.
    fn names_table(&self, at: usize, c: Col) -> bool {
        let words = self.pieces.get(at).and_then(|p| self.tokens.get(p.start..p.end)).unwrap_or_default();
        let named = |t: &crate::views::TableView| {
            t.words.len() == words.len() && words.iter().zip(&t.words).all(|(token, word)| token.stem == *word)
        };
        self.schema.tables.iter().enumerate().any(|(t, view)| t != c.table && named(view))
    }

    fn value(&self, at: usize, value: &ValueHit, features: &mut Features) {
        let one = match value {
            ValueHit { whole: false, .. } => 2,
            ValueHit { col, .. } if self.schema.display(col.table).contains(col) => 0,
            ValueHit { col, .. } if self.schema.kind(*col) == ColumnKind::Key => 1,
            _ => 3,
        };
        features.push((VALUE_BEFORE.name(one, self.before(at)), 1.0));
        features.push((VALUE_AFTER.name(one, self.after(at)), 1.0));
        features.push((VALUE_FIT.name(one, self.fit(at)), 1.0));
        features.push((VALUE_WRITTEN.name(one, self.written(at)), 1.0));
    }

    fn written(&self, at: usize) -> usize {
        let first = self.pieces.get(at).and_then(|p| self.tokens.get(p.start));
        match first.map(|t| (&t.kind, t.proper)) {
            Some((Kind::Quoted, _)) => 2,
            Some((Kind::Number(_), _)) => 3,
            Some((_, true)) => 0,
            _ => 1,
        }
    }

    fn fit(&self, at: usize) -> usize {
        match self.pieces.get(at).map_or(0.0, |p| p.quality) {
            q if q > 0.985 => 0,
            q if q > 0.8 => 1,
            q if q > 0.6 => 2,
            _ => 3,
        }
    }

    fn table(&self, at: usize, t: usize, features: &mut Features) {
        let (before, after) = (self.before(at), self.after(at));
        let one = self.table_use(t);
        features.push((TABLE_BEFORE.name(one, before), 1.0));
        features.push((TABLE_AFTER.name(one, after), 1.0));
        features.push((TABLE_FIT.name(one, self.fit(at)), 1.0));
    }

    fn column_uses(&self, c: Col) -> Vec<usize> {
        let query = self.query;
        let is = |r: &crate::form::ColumnRef| self.schema.find(r) == Some(c);
        let plain = |e: &Expr| matches!(e, Expr::Column(r) | Expr::Bucket { of: r, .. } if is(r));
        let inside = |e: &Expr| !plain(e) && mentions(e, &is);
        let shown = query.select.iter().any(|s| plain(&s.expr));
        let nested = query
            .filter
            .iter()
            .any(|f| matches!(f, Condition::Compare { right: Operand::Query(_), left, .. } if mentions(left, &is)))
            || query
                .filter
                .iter()
                .any(|f| matches!(f, Condition::InQuery { .. } | Condition::Related { .. }) && compares(f, &is))
            || query.combine.as_ref().is_some_and(|(_, q)| q.filter.iter().any(|f| compares(f, &is)));
        let sorted = query.order.iter().any(|o| plain(&o.expr) || inside(&o.expr));
        let uses = [
            shown,
            query.select.iter().any(|s| inside(&s.expr)),
            // A key that only tells groups apart was not asked for.
            !shown && query.group.iter().any(plain) && self.draft.groups.contains(&Group::Column(c)),
            sorted && query.limit.is_none(),
            sorted && query.limit.is_some(),
            !nested && query.filter.iter().chain(&query.having).any(|f| compares(f, &is)),
            nested,
        ];
        let mut found: Vec<usize> = uses.iter().enumerate().filter(|(_, used)| **used).map(|(i, _)| i).collect();
        if found.is_empty() {
            found.push(uses.len());
        }
        found
    }

    fn table_use(&self, t: usize) -> usize {
        let (query, name) = (self.query, self.schema.table_name(t));
        let said = |r: &crate::form::ColumnRef| {
            self.pieces.iter().any(|p| matches!(p.link, Link::Column(c) if self.schema.find(r) == Some(c)))
        };
        let shown = query.select.iter().any(|s| matches!(&s.expr, Expr::Column(r) if r.table == name && !said(r)));
        let rows = |e: &Expr| matches!(e, Expr::Rows { table } if table == name);
        let counted = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr)).any(rows)
            || query.having.iter().any(|h| matches!(h, Condition::Compare { left, .. } if rows(left)));
        let related = query.filter.iter().any(|f| matches!(f, Condition::Related { table, .. } if table == name));
        let uses = [
            shown,
            counted,
            query.base == name,
            query.joins.iter().any(|j| j == name),
            related,
            query.core_tables().contains(&name) || query.filter_tables().contains(&name),
        ];
        uses.iter().position(|used| *used).unwrap_or(uses.len())
    }

    /// The word before a piece, past articles.
    fn before(&self, at: usize) -> usize {
        let Some(start) = self.pieces.get(at).map(|p| p.start) else { return AROUND.len() };
        let words = self.tokens.get(..start).unwrap_or_default().iter().enumerate().rev();
        let found = words.filter(|(_, t)| !is_article(t)).map(|(i, t)| self.class(i, t)).next();
        found.unwrap_or(AROUND.len())
    }

    fn after(&self, at: usize) -> usize {
        let Some(end) = self.pieces.get(at).map(|p| p.end) else { return AROUND.len() };
        let words = self.tokens.iter().enumerate().skip(end);
        let found = words.filter(|(_, t)| !is_article(t)).map(|(i, t)| self.class(i, t)).next();
        found.unwrap_or(AROUND.len())
    }

    fn class(&self, at: usize, token: &Token) -> usize {
        let word = token.lower.as_str();
        let beside = |kind: usize| AROUND.len() + kind;
        let link = self.pieces.iter().find(|p| p.start <= at && at < p.end).map(|p| &p.link);
        match link {
            Some(Link::Table(_)) => return beside(1),
            Some(Link::Column(_) | Link::Names(_) | Link::Worth(_)) => return beside(2),
            Some(Link::Value(_) | Link::Quoted(_)) => return beside(3),
            Some(Link::Number(_) | Link::Time(_)) => return beside(4),
            _ => {}
        }
        if word == "'s" {
            return 0;
        }
        let word = if word == "by" && self.by_groups(at) { "per" } else { word };
        if let Some(class) = AROUND.iter().position(|class| class.contains(&word)) {
            return class;
        }
        match token.kind {
            Kind::Punct(',') => 3,
            Kind::Punct(_) => beside(0),
            _ if word.ends_with("ed") || word.ends_with("ing") => beside(5),
            _ => beside(6),
        }
    }

    /// 'revenue by category' is 'revenue per category'; 'books written by them' is not.
    fn by_groups(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let verb = self
            .tokens
            .get(before)
            .is_some_and(|t| t.lower.ends_with("ed") || t.lemma != t.lower && !t.lower.ends_with('s'));
        let noun = |p: &Piece| !matches!(p.link, Link::Mark(_)) && p.start <= before && before < p.end;
        !verb && self.pieces.iter().any(noun)
    }

    fn asked(&self, features: &mut Features) {
        let query = self.query;
        let aggregate = |e: &Expr| e.is_aggregate() && !matches!(e, Expr::Rows { .. });
        let nested = |f: &Condition| {
            matches!(f, Condition::Compare { right: Operand::Query(_), .. } | Condition::InQuery { .. })
                || matches!(f, Condition::Related { .. })
        };
        let done = [
            query.select.iter().any(|s| matches!(s.expr, Expr::Rows { .. })),
            query.select.iter().any(|s| aggregate(&s.expr)),
            // Steps of time are asked for in words of their own.
            !query.group.is_empty() && !query.group.iter().any(|e| matches!(e, Expr::Bucket { .. })),
            query.limit.is_some(),
            !query.order.is_empty() && query.limit.is_none(),
            !query.having.is_empty(),
            query.filter.iter().any(nested),
            query.combine.is_some(),
            query.select.is_empty(),
            query.select.len() > 1,
            query.core_tables().len() > 1,
        ];
        let word = |(i, t): (usize, &Token)| {
            if t.lower == "by" && self.by_groups(i) { "per".to_owned() } else { t.lower.clone() }
        };
        let said: Vec<String> = self.tokens.iter().enumerate().map(word).collect();
        let says = |words: &[&str]| said.iter().any(|w| words.contains(&w.as_str()));
        let asked: Vec<usize> =
            ASKING.iter().enumerate().filter(|(_, class)| says(class)).map(|(i, _)| i).chain([ASKING.len()]).collect();
        for (deed, _) in done.iter().enumerate().filter(|(_, done)| **done) {
            features.extend(asked.iter().map(|word| (ASKED.name(deed, *word), 1.0)));
        }
    }
}

fn is_article(token: &Token) -> bool {
    matches!(
        token.lower.as_str(),
        "the" | "a" | "an" | "their" | "its" | "his" | "her" | "all" | "different" | "distinct" | "these" | "those"
    )
}

fn mentions(expr: &Expr, is: &impl Fn(&crate::form::ColumnRef) -> bool) -> bool {
    match expr {
        Expr::Column(r) | Expr::Bucket { of: r, .. } | Expr::Age { of: r, .. } => is(r),
        Expr::Elapsed { from, to, .. } => is(from) || is(to),
        Expr::Lookup { key, name, .. } => is(key) || is(name),
        Expr::Aggregate { of, .. } | Expr::ShareOfTotal { of } | Expr::ShareOfSum { of, .. } => mentions(of, is),
        Expr::Arithmetic { left, right, .. } => mentions(left, is) || mentions(right, is),
        Expr::Number(_) | Expr::Rows { .. } | Expr::ShareOfRows { .. } => false,
    }
}

pub fn compares(condition: &Condition, is: &impl Fn(&crate::form::ColumnRef) -> bool) -> bool {
    match condition {
        Condition::Compare { left, .. } | Condition::Between { left, .. } => mentions(left, is),
        Condition::OneOf { column, .. }
        | Condition::Like { column, .. }
        | Condition::Null { column, .. }
        | Condition::Period { column, .. }
        | Condition::Recurs { column, .. }
        | Condition::Fellow { column, .. }
        | Condition::Best { column, .. } => is(column),
        Condition::InQuery { column, query, .. } => is(column) || query.filter.iter().any(|f| compares(f, is)),
        Condition::Related { when, .. } => when.iter().any(|f| compares(f, is)),
        Condition::Any(all) | Condition::All(all) => all.iter().any(|f| compares(f, is)),
        Condition::Not(inner) => compares(inner, is),
    }
}
