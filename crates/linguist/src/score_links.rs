//! Evidence from where the words point: whether names, values and keys of a candidate lie where its other words do.
//!
//! Like the shape of a statement, these only rank the candidates of one question.

use crate::form::{Condition, Expr, Operand, Query};
use crate::lexicon::Relation;
use crate::link::Link;
use crate::link_names::FAINT;
use crate::schema::{Col, ColumnKind, Schema};
use crate::score::{Evidence, Features};
use crate::segment::{Piece, table_of};
use crate::tokens::Token;

pub fn features(evidence: &Evidence<'_>, schema: &Schema) -> Features {
    let Evidence { tokens, pieces, query, .. } = evidence;
    let links = Links { tokens, pieces, query, schema };
    vec![
        ("exact_links", links.pointing().filter(|p| p.quality > 0.985).count() as f64),
        ("weak_links", links.pointing().filter(|p| p.quality < 0.7).count() as f64),
        ("faint_links", links.pointing().filter(|p| p.quality < FAINT).count() as f64),
        ("value_in_name", links.values().filter(|c| schema.display(c.table).contains(c)).count() as f64),
        ("value_in_key", links.values().filter(|c| schema.kind(*c) == ColumnKind::Key).count() as f64),
        ("value_off_column", links.off_column() as f64),
        ("strangers", links.strangers() as f64),
        ("base_unsaid", f64::from(u8::from(links.base_unsaid()))),
        ("shown_apart", links.shown_apart() as f64),
        ("number_on_key", links.number_on_key() as f64),
        ("negated_shown", f64::from(u8::from(links.negated_shown()))),
        ("count_distinct", links.counts_distinct() as f64),
        ("shown_compared", links.shown_compared() as f64),
        ("named_part", f64::from(u8::from(links.named_part()))),
        ("link_pieces", links.pointing().count() as f64),
        ("table_passed", links.pieces.iter().filter(|p| p.passes_table).count() as f64),
        ("grain_passed", links.grain_passed() as f64),
        ("lone_groups", f64::from(u8::from(links.lone_groups()))),
        ("text_order", links.text_order() as f64),
        ("says_itself", f64::from(u8::from(links.says_itself()))),
    ]
}

struct Links<'a> {
    tokens: &'a [Token],
    pieces: &'a [Piece],
    query: &'a Query,
    schema: &'a Schema,
}

impl Links<'_> {
    fn pointing(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|p| {
            matches!(p.link, Link::Table(_) | Link::Column(_) | Link::Value(_) | Link::Worth(_) | Link::Names(_))
        })
    }

    fn values(&self) -> impl Iterator<Item = Col> {
        self.pieces.iter().filter_map(|p| match &p.link {
            Link::Value(v) => Some(v.col),
            _ => None,
        })
    }

    /// Values right behind a column that is not theirs: 'the city Paris' as a name.
    fn off_column(&self) -> usize {
        let pairs = self.pieces.windows(2).filter(|w| match w {
            [Piece { link: Link::Column(c), end, .. }, Piece { link: Link::Value(v), start, .. }] => {
                start - end.min(start) <= 1 && v.col != *c
            }
            _ => false,
        });
        pairs.count()
    }

    /// Columns and values of tables that no other link points at, once there are several tables.
    fn strangers(&self) -> usize {
        let tables: Vec<usize> = self.pointing().filter_map(|p| table_of(&p.link)).collect();
        let several = tables.iter().any(|t| Some(t) != tables.first());
        let alone = |p: &&Piece| {
            let own = table_of(&p.link);
            !matches!(p.link, Link::Table(_)) && tables.iter().filter(|t| Some(**t) == own).count() == 1
        };
        if several { self.pointing().filter(alone).count() } else { 0 }
    }

    /// The statement is about a table that none of the words names.
    fn base_unsaid(&self) -> bool {
        let base = self.schema.table_index(&self.query.base);
        let said = self.pieces.iter().any(|p| matches!(p.link, Link::Table(t) if Some(t) == base));
        let other = self.pieces.iter().any(|p| matches!(p.link, Link::Table(t) if Some(t) != base));
        !said && other
    }

    /// Columns shown side by side from more than one table.
    fn shown_apart(&self) -> usize {
        let mut tables: Vec<&str> = self
            .query
            .select
            .iter()
            .filter_map(|s| match &s.expr {
                Expr::Column(c) => Some(c.table.as_str()),
                _ => None,
            })
            .collect();
        tables.sort_unstable();
        tables.dedup();
        tables.len().saturating_sub(1)
    }

    /// Numbers compared with a key although nobody says id or number.
    fn number_on_key(&self) -> usize {
        let says = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "id" | "ids" | "number" | "code"));
        let key =
            |c: &crate::form::ColumnRef| self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Key);
        let on_key = |c: &&Condition| match c {
            Condition::Compare { left: Expr::Column(c), .. } | Condition::Between { left: Expr::Column(c), .. } => {
                key(c)
            }
            _ => false,
        };
        if says { 0 } else { self.query.filter.iter().filter(on_key).count() }
    }

    /// What is said not to be there is joined and shown all the same.
    fn negated_shown(&self) -> bool {
        let absent = self.query.filter.iter().filter_map(|c| match c {
            Condition::Related { table, negated: true, .. } => Some(table),
            _ => None,
        });
        let mut filters = self.query.filter.iter().filter_map(|c| match c {
            Condition::OneOf { column, .. } | Condition::Like { column, .. } => Some(&column.table),
            _ => None,
        });
        let absent: Vec<&String> = absent.collect();
        !absent.is_empty() && filters.any(|t| *t != self.query.base)
    }

    /// Columns that are shown although a condition already fixes them.
    fn shown_compared(&self) -> usize {
        let fixed: Vec<&crate::form::ColumnRef> = self
            .query
            .filter
            .iter()
            .filter_map(|c| match c {
                Condition::OneOf { column, negated: false, values } if values.len() == 1 => Some(column),
                Condition::Compare { left: Expr::Column(column), .. } => Some(column),
                _ => None,
            })
            .collect();
        let shown = |s: &&crate::form::Selected| matches!(&s.expr, Expr::Column(c) if fixed.contains(&c));
        if self.query.select.len() < 2 { 0 } else { self.query.select.iter().filter(shown).count() }
    }

    /// All that is shown is what was said: the name of the branch called Mill Lane.
    fn says_itself(&self) -> bool {
        let [only] = self.query.select.as_slice() else { return false };
        let said = |c: &Condition| match (c, &only.expr) {
            (Condition::OneOf { column, values, negated: false }, Expr::Column(shown)) => {
                column == shown && values.len() == 1
            }
            _ => false,
        };
        self.query.filter.iter().any(said)
    }

    /// 'named Ada' is a name, not three letters somewhere in one.
    fn named_part(&self) -> bool {
        let named = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "named" | "called"));
        named && self.query.filter.iter().any(|c| matches!(c, Condition::Like { .. }))
    }

    /// 'per year' as the whole date: a step of time that is taken for a column of another name.
    fn grain_passed(&self) -> usize {
        let step = |p: &&Piece| {
            self.tokens.get(p.start).is_some_and(|t| matches!(t.lemma.as_str(), "year" | "month" | "day" | "week"))
        };
        let other = |p: &&Piece| matches!(p.link, Link::Column(c) if p.quality < 0.9 && self.schema.kind(c) == ColumnKind::Time);
        self.pieces.iter().filter(other).filter(step).count()
    }

    /// Figures of groups that hold one row each: orders counted by order number.
    fn lone_groups(&self) -> bool {
        let groups: Vec<Col> = self.query.group.iter().filter_map(|e| self.column(e)).collect();
        let row = |t: usize| groups.iter().any(|g| g.table == t && self.tells_rows_apart(*g));
        let lone = |e: &Expr| match e {
            Expr::Rows { table } => self.schema.table_index(table).is_some_and(row),
            Expr::Aggregate { of, .. } => self.column(of).is_some_and(|c| row(c.table) || groups.contains(&c)),
            _ => false,
        };
        let having = self.query.having.iter().filter_map(|h| match h {
            Condition::Compare { left, .. } => Some(left),
            _ => None,
        });
        let figures = self.query.select.iter().map(|s| &s.expr).chain(self.query.order.iter().map(|o| &o.expr));
        figures.chain(having).any(lone)
    }

    fn column(&self, expr: &Expr) -> Option<Col> {
        match expr {
            Expr::Column(c) => self.schema.find(c),
            _ => None,
        }
    }

    fn tells_rows_apart(&self, c: Col) -> bool {
        self.schema.key(c.table) == Some(c) || self.schema.column(c).is_some_and(|c| c.unique)
    }

    /// Texts that are said to be more or less than a number.
    fn text_order(&self) -> usize {
        let ordered = |c: &&Condition| match c {
            Condition::Compare { left: Expr::Column(c), relation, right: Operand::Text(_) } => {
                let text = self.schema.find(c).is_some_and(|c| self.schema.kind(c) == ColumnKind::Text);
                text && !matches!(relation, Relation::Equal | Relation::NotEqual)
            }
            _ => false,
        };
        self.query.filter.iter().filter(ordered).count()
    }

    fn counts_distinct(&self) -> usize {
        let distinct = |e: &Expr| matches!(e, Expr::Aggregate { distinct: true, .. });
        let said = self.tokens.iter().any(|t| matches!(t.lower.as_str(), "different" | "distinct" | "unique"));
        if said { 0 } else { self.query.select.iter().filter(|s| distinct(&s.expr)).count() }
    }
}
