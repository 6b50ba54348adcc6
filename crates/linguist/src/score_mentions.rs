//! Evidence from how often a thing is said beside how often it is used, and from names that must stay whole.
//!
//! Words are spent once: a column that was said once is rarely compared and added up as well, a column of a far table is
//! rarely meant where the table that was named has one of the same name, and 'American Airlines' is one name. None of this
//! knows a table, so that what is learned of one database holds for any other. These only rank the candidates of one
//! question.

use crate::form::{Condition, Expr, Operand, Query, SetOperation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::score::{Evidence, Features};
use crate::segment::Piece;
use crate::tokens::{Kind, Token};

pub fn features(evidence: &Evidence<'_>, schema: &Schema) -> Features {
    let Evidence { tokens, pieces, query, .. } = evidence;
    let mentions = Mentions { tokens, pieces, query, schema };
    let mut features = vec![
        ("used_twice", mentions.used_twice() as f64),
        ("nearer_namesake", mentions.nearer_namesakes() as f64),
        ("name_split", mentions.names_split() as f64),
        ("other_key", mentions.other_keys() as f64),
        ("name_halved", mentions.names_halved() as f64),
        ("both_itself", f64::from(u8::from(mentions.both_itself()))),
    ];
    features.retain(|(_, value)| *value != 0.0);
    features
}

struct Mentions<'a> {
    tokens: &'a [Token],
    pieces: &'a [Piece],
    query: &'a Query,
    schema: &'a Schema,
}

impl Mentions<'_> {
    /// Uses of columns beyond how often they were said: 'bars with a rating above 3.5' as the sum of their ratings. What is
    /// never said may be used once.
    fn used_twice(&self) -> usize {
        let mut uses: Vec<(Col, usize)> = Vec::new();
        let mut used = |c: Col| match uses.iter_mut().find(|(known, _)| *known == c) {
            Some((_, n)) => *n += 1,
            None => uses.push((c, 1)),
        };
        let query = self.query;
        query.select.iter().filter_map(|s| self.column(&s.expr)).for_each(&mut used);
        query.filter.iter().chain(&query.having).filter_map(|c| self.compared(c)).for_each(&mut used);
        let shown = |e: &Expr| query.select.iter().any(|s| s.expr == *e);
        query.order.iter().map(|o| &o.expr).filter(|e| !shown(e)).filter_map(|e| self.column(e)).for_each(&mut used);
        uses.into_iter().map(|(c, n)| n.saturating_sub(self.said(c).max(1))).sum()
    }

    fn said(&self, c: Col) -> usize {
        let says = |p: &&Piece| match &p.link {
            Link::Column(said) => *said == c,
            Link::Value(value) => value.col == c,
            Link::Names(t) => self.schema.display(*t).contains(&c),
            _ => false,
        };
        self.pieces.iter().filter(says).count()
    }

    /// The column that an expression shows or adds up; counting is of rows.
    fn column(&self, expr: &Expr) -> Option<Col> {
        match expr {
            Expr::Column(c) => self.schema.find(c),
            Expr::Aggregate { of, .. } => self.column(of),
            _ => None,
        }
    }

    fn compared(&self, condition: &Condition) -> Option<Col> {
        match condition {
            Condition::Compare { left, right: Operand::Number(_) | Operand::Text(_) | Operand::Query(_), .. }
            | Condition::Between { left, .. } => self.column(left),
            Condition::OneOf { column, .. } | Condition::Like { column, .. } => self.schema.find(column),
            _ => None,
        }
    }

    /// Columns of tables that nobody named, where one that was named has a column of the same name.
    fn nearer_namesakes(&self) -> usize {
        let named = |t: usize| self.pieces.iter().any(|p| matches!(p.link, Link::Table(said) if said == t));
        let words = |c: Col| self.schema.view(c).map(|v| v.words.as_slice());
        let has = |t: usize, c: Col| {
            let columns = self.schema.tables.get(t).map_or(0, |view| view.columns.len());
            (0..columns).any(|column| words(Col { table: t, column }) == words(c))
        };
        let far = |p: &&Piece| match p.link {
            Link::Column(c) => !named(c.table) && (0..self.schema.tables.len()).any(|t| named(t) && has(t, c)),
            _ => false,
        };
        self.pieces.iter().filter(far).count()
    }

    /// Capitalised words side by side that are taken for different things.
    fn names_split(&self) -> usize {
        let piece = |at: usize| self.pieces.iter().position(|p| p.start <= at && at < p.end);
        let capital = |t: &Token| t.proper && t.kind == Kind::Word;
        let split = |(at, pair): &(usize, &[Token])| match pair {
            [a, b] => {
                capital(a) && capital(b) && !a.possessive && (piece(*at) != piece(at + 1) || piece(*at).is_none())
            }
            _ => false,
        };
        self.tokens.windows(2).enumerate().filter(split).count()
    }

    /// 'full name' of which only one part is shown.
    fn names_halved(&self) -> usize {
        let shown = |c: &Col| self.query.select.iter().any(|s| self.column(&s.expr) == Some(*c));
        let halved = |p: &&Piece| match p.link {
            Link::Names(t) => {
                let parts = self.schema.display(t);
                parts.len() == 2 && parts.iter().filter(|c| shown(c)).count() == 1
            }
            _ => false,
        };
        self.pieces.iter().filter(halved).count()
    }

    /// Rows in both of two lists that are each called by another name: there are none.
    fn both_itself(&self) -> bool {
        let Some((SetOperation::Intersect, other)) = &self.query.combine else { return false };
        let fixed = |query: &Query| -> Vec<(Option<Col>, Vec<Operand>)> {
            let one = |c: &Condition| match c {
                Condition::OneOf { column, values, negated: false } if values.len() == 1 => {
                    Some((self.schema.find(column), values.clone()))
                }
                _ => None,
            };
            query.filter.iter().filter_map(one).collect()
        };
        let shown = |c: Option<Col>| self.query.select.iter().any(|s| c.is_some() && self.column(&s.expr) == c);
        let (ours, theirs) = (fixed(self.query), fixed(other));
        ours.iter().any(|(c, value)| shown(*c) && theirs.iter().any(|(d, other)| c == d && value != other))
    }

    /// 'the ids of the order items' that are those of their orders: a key of another table shown where 'id' is said of a table
    /// that has a key of its own, which is not shown.
    fn other_keys(&self) -> usize {
        let shown = |c: Col| self.query.select.iter().any(|s| self.column(&s.expr) == Some(c));
        let id = |p: &Piece| {
            let words = self.tokens.get(p.start..p.end).unwrap_or_default();
            matches!(words, [only] if only.lemma == "id" || only.lemma == "code" || only.lemma == "number")
        };
        let other = |(i, p): &(usize, &Piece)| {
            let Link::Column(c) = p.link else { return false };
            let owner = self.pieces.iter().skip(i + 1).find_map(|p| match p.link {
                Link::Table(t) => Some(t),
                _ => None,
            });
            let own = owner.and_then(|t| self.schema.key(t));
            id(p)
                && shown(c)
                && self.schema.kind(c) == ColumnKind::Key
                && own.is_some_and(|own| own != c && !shown(own))
        };
        self.pieces.iter().enumerate().filter(other).count()
    }
}
