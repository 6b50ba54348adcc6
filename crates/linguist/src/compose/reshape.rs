//! Other shapes of a finished query, for public question sets: what a draft has no place for.
//!
//! Each comes with the name of the feature that stands for it, and the score decides. None is made for people: what they say
//! is better taken by its words.

use crate::form::{Condition, Expr, Operand, Query, Selected, SetOperation};
use crate::lexicon::{Aggregate, Mark};
use crate::link::Link;
use crate::schema::{Col, Schema};
use crate::segment::Piece;
use crate::tokens::Token;

pub fn reshaped(query: &Query, tokens: &[Token], pieces: &[Piece], schema: &Schema) -> Vec<(Query, &'static str)> {
    let shapes = Shapes { query, tokens, pieces, schema };
    let all = [
        (shapes.average_of_groups(), "group_average"),
        (shapes.own_figure(), "own_figure"),
        (shapes.same_as(), "same_as"),
        (shapes.names_of_keys(), "names_of_keys"),
        (shapes.either_group(), "either_group"),
    ];
    all.into_iter().filter_map(|(query, label)| Some((query?, label))).collect()
}

struct Shapes<'a> {
    query: &'a Query,
    tokens: &'a [Token],
    pieces: &'a [Piece],
    schema: &'a Schema,
}

impl Shapes<'_> {
    fn says(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|t| words.contains(&t.lower.as_str()))
    }

    /// 'types with an average price above the average of all': the figure of the group is compared, not that of each row.
    fn average_of_groups(&self) -> Option<Query> {
        let compares = |c: &Condition| match c {
            Condition::Compare { left: left @ Expr::Column(_), relation, right: Operand::Query(inner) } => {
                let [only] = inner.select.as_slice() else { return None };
                let average = Expr::aggregate(Aggregate::Average, left.clone());
                (only.expr == average && inner.filter.is_empty()).then(|| (average, *relation, inner.clone()))
            }
            _ => None,
        };
        let at = self.query.filter.iter().position(|c| compares(c).is_some())?;
        let (left, relation, inner) = self.query.filter.get(at).and_then(compares)?;
        let mut query = self.query.clone();
        query.filter.remove(at);
        query.select.retain(|s| s.expr != left);
        query.order.retain(|o| o.expr != left);
        let shown: Vec<Expr> = query.select.iter().map(|s| s.expr.clone()).collect();
        let plain = !shown.is_empty() && shown.iter().all(|e| matches!(e, Expr::Column(_)));
        if query.group.is_empty() {
            query.group = shown;
        }
        query.having.push(Condition::Compare { left, relation, right: Operand::Query(inner) });
        (plain && query.limit.is_none()).then_some(query)
    }

    /// 'the branch with the most memberships' where a branch holds their number: one row has one number, and counting it ranks
    /// nothing.
    fn own_figure(&self) -> Option<Query> {
        let [first, ..] = self.query.order.as_slice() else { return None };
        let Expr::Aggregate { function: Aggregate::Count, of, .. } = &first.expr else { return None };
        let Expr::Column(column) = &**of else { return None };
        let key = self.schema.key(self.schema.table_index(&column.table)?).map(|key| self.schema.expr(key))?;
        let alone = self.query.select.iter().all(|s| matches!(s.expr, Expr::Column(_)))
            && self.query.having.is_empty()
            && self.query.combine.is_none();
        if !alone || !self.query.group.contains(&key) || **of == key {
            return None;
        }
        let mut query = self.query.clone();
        query.group.clear();
        query.order.truncate(1);
        query.order.iter_mut().for_each(|o| o.expr = (**of).clone());
        Some(query)
    }

    /// 'a rate below 2.5 or more than 3 sessions': those of the one kind and those of the other.
    fn either_group(&self) -> Option<Query> {
        let apart = !self.query.filter.is_empty() && !self.query.having.is_empty() && self.query.limit.is_none();
        let plain = self.query.select.iter().all(|s| matches!(s.expr, Expr::Column(_)));
        // 'two or more' says nothing of either.
        let or = self.pieces.iter().any(|p| p.link == Link::Mark(Mark::Or));
        if !apart || !plain || !or || self.query.combine.is_some() {
            return None;
        }
        let mut rows = self.query.clone();
        (rows.group, rows.having, rows.order, rows.joins) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut groups = self.query.clone();
        (groups.filter, groups.order) = (Vec::new(), Vec::new());
        rows.combine = Some((SetOperation::Union, Box::new(groups)));
        Some(rows)
    }

    /// 'the last name of each employee and of his manager', 'examiners and their home centres': who a key points at by name, and
    /// of the same table by the column that is shown of the row itself.
    fn names_of_keys(&self) -> Option<Query> {
        if self.says(&["id", "ids", "number", "numbers", "code", "codes", "identifier"]) {
            return None;
        }
        let mut query = self.query.clone();
        let columns = self.query.select.iter().filter_map(|s| match &s.expr {
            Expr::Column(c) => self.schema.find(c),
            _ => None,
        });
        let shown: Vec<Col> = columns.collect();
        let mut changed = false;
        let query_tables: Vec<String> =
            self.query.core_tables().into_iter().chain(self.query.filter_tables()).map(str::to_owned).collect();
        for selected in &mut query.select {
            let Expr::Column(column) = &selected.expr else { continue };
            let Some((key, table)) = self.schema.find(column).and_then(|c| Some((c, self.schema.points_at(c)?))) else {
                continue;
            };
            // Where the table is there already, its own columns say who it is.
            let joined = query_tables.iter().any(|t| t == self.schema.table_name(table)) && key.table != table;
            if joined || !self.query.group.is_empty() {
                continue;
            }
            let same = shown.iter().find(|c| c.table == table && **c != key && self.schema.points_at(**c).is_none());
            let Some(name) = same.copied().or_else(|| self.schema.display(table).first().copied()) else { continue };
            let Some(to) = self.schema.key_target(key).filter(|to| *to != name) else { continue };
            let [key, to, name] = [key, to, name].map(|c| self.schema.reference(c));
            (selected.expr, changed) = (Expr::Lookup { key, to, name }, true);
        }
        changed.then_some(query)
    }

    /// 'in the same department as Clara': rows that share with hers what is named behind 'same'.
    fn same_as(&self) -> Option<Query> {
        let at = self.tokens.iter().position(|t| t.lower == "same")?;
        let base = self.schema.table_index(&self.query.base)?;
        let noun = self.pieces.iter().find(|p| p.start > at && !matches!(p.link, Link::Mark(_)))?;
        let shared: Col = match noun.link {
            Link::Column(c) if c.table == base => c,
            Link::Table(t) => self.schema.key_to(base, t)?,
            _ => return None,
        };
        let name = self.schema.table_name(base).to_owned();
        let own = |c: &Condition| matches!(c, Condition::OneOf { column, negated: false, .. } if column.table == name);
        let (whose, rest): (Vec<Condition>, Vec<Condition>) = self.query.filter.iter().cloned().partition(own);
        if whose.is_empty() || self.query.combine.is_some() {
            return None;
        }
        let select = vec![Selected { expr: self.schema.expr(shared), alias: None }];
        let inner = Query { select, base: name, filter: whose.clone(), ..Query::default() };
        let column = self.schema.reference(shared);
        let mut query = self.query.clone();
        query.joins.clear();
        query.filter = rest;
        query.filter.push(Condition::InQuery { column, query: Box::new(inner), negated: false });
        // 'not including Clara', 'other than Clara'.
        if self.says(&["not", "excluding", "except", "other", "besides"]) {
            query.filter.extend(whose.into_iter().map(|c| Condition::Not(Box::new(c))));
        }
        Some(query)
    }
}
