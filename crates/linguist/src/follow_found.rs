//! Follow-ups that ask more of what was found: how many that is, what share of all, the same of others or by something else.

use crate::compose::{Draft, Fragment, Item, Target};
use crate::follow::Turn;
use crate::follow_changes::{column_of, count, regroup, within};
use crate::form::{ColumnRef, Condition, Expr, Query, Selected};
use crate::lexicon::Aggregate;
use crate::schema::ColumnKind;

impl Turn<'_> {
    /// What the groups before are ranked or counted by: 'the city with the fewest customers' after the one with the most.
    pub(crate) fn is_figure(&self, target: &Target) -> bool {
        let schema = &self.linguist.schema;
        let shown = |e: &Expr| self.previous.query.select.iter().any(|s| s.expr == *e);
        match target {
            Target::Table(t) => shown(&Expr::Rows { table: schema.table_name(*t).to_owned() }),
            Target::Column(c) => self
                .previous
                .query
                .select
                .iter()
                .any(|s| matches!(&s.expr, Expr::Aggregate { of, .. } if **of == schema.expr(*c))),
            _ => false,
        }
    }

    /// 'what about stores?' after how many customers there are.
    pub(crate) fn counts_others(&self, draft: &Draft) -> Option<Query> {
        let previous = &self.previous.query;
        let plain = self.counted() && previous.filter.is_empty() && previous.joins.is_empty();
        let [Item { target: Target::Table(t), aggregate: None, .. }] = draft.items.as_slice() else {
            return None;
        };
        if !plain || !self.asks_about_only_that(draft) {
            return None;
        }
        let mut query = Query { base: self.linguist.schema.table_name(*t).to_owned(), ..Query::default() };
        count(&mut query);
        Some(query)
    }

    /// 'what about', 'and', and nothing but a noun.
    fn asks_about_only_that(&self, draft: &Draft) -> bool {
        let words = self.words();
        let about = matches!(words.as_slice(), ["what" | "how", "about", ..] | ["and", ..]) && words.len() <= 5;
        about && draft.filters.is_empty() && draft.groups.is_empty() && draft.keys.is_empty()
    }

    /// 'and the state?' after the city with the most customers: the same of other groups.
    pub(crate) fn groups_by_another(&self, fragment: &Fragment, draft: &Draft) -> Option<Query> {
        let previous = &self.previous.query;
        let [Item { target: Target::Column(c), aggregate: None, .. }] = draft.items.as_slice() else {
            return None;
        };
        let schema = &self.linguist.schema;
        let text = schema.kind(*c) == ColumnKind::Text;
        let [Expr::Column(before)] = previous.group.as_slice() else { return None };
        let same_table = schema.find(before).is_some_and(|b| b.table == c.table);
        if !text || !same_table || !self.asks_about_only_that(draft) || !self.linguist.shows_rankings {
            return None;
        }
        let shown = fragment.plain.clone();
        let groups: Vec<Expr> = shown.iter().map(|s| s.expr.clone()).collect();
        let mut query = previous.clone();
        regroup(&mut query, &Fragment { groups, shown, ..Fragment::default() });
        query.limit = previous.limit;
        if let (Some(new), Some(old)) = (query.order.first_mut(), previous.order.first()) {
            new.descending = old.descending;
        }
        Some(query)
    }

    /// How many rows there are; of those in groups that were held against something, or of the first few, just those.
    pub(crate) fn count_found(&self, query: &mut Query) {
        let schema = &self.linguist.schema;
        let among = !query.having.is_empty() || query.limit.is_some() && !query.order.is_empty();
        let narrowed = within(query, self.linguist).filter(|_| among && self.linguist.shows_rankings);
        let column = narrowed.as_ref().and_then(|narrowed| match narrowed.filter.first() {
            Some(Condition::InQuery { column, .. }) => schema.find(column),
            _ => None,
        });
        let row = column.is_some_and(|c| schema.tells_apart(c));
        let held = !query.having.is_empty();
        match narrowed {
            Some(narrowed) if row || held => *query = narrowed,
            _ => {}
        }
        query.having.clear();
        query.yes_no = false;
        count(query);
        if let (false, true, Some(c)) = (row, held, column) {
            // 'which cities have more than 5 customers', 'how many are there': cities.
            let expr = Expr::Aggregate { function: Aggregate::Count, distinct: true, of: Box::new(schema.expr(c)) };
            query.select = vec![Selected { expr, alias: None }];
        }
    }

    /// 'how many are male?' after the height of one person: no longer about that one.
    pub(crate) fn leaves_the_one(&self, condition: &Condition) -> bool {
        let schema = &self.linguist.schema;
        let tells_apart = |column: &ColumnRef| schema.find(column).is_some_and(|c| schema.tells_apart(c));
        let one = self.previous.query.filter.iter().find_map(|c| match c {
            Condition::OneOf { column, values, negated: false } if values.len() == 1 => Some(column),
            _ => None,
        });
        let asks = matches!(self.words().first(), Some(&("how" | "what" | "which" | "who" | "list" | "show")));
        let about = self.words().get(1) == Some(&"about");
        let one = one.filter(|column| tells_apart(column) && asks && !about && !self.pronoun());
        self.linguist.shows_rankings && one.is_some_and(|column| column_of(condition) != Some(column))
    }

    /// What came before is how many rows there are, and nothing else.
    pub(crate) fn counted(&self) -> bool {
        let previous = &self.previous.query;
        let rows = matches!(previous.select.as_slice(), [only] if matches!(only.expr, Expr::Rows { .. }));
        rows && previous.group.is_empty() && previous.having.is_empty() && self.linguist.shows_rankings
    }

    /// 'what percentage of all orders is that?' after how many were cancelled this year: of those of the year.
    pub(crate) fn share_of_all(&self) -> Option<Query> {
        let previous = &self.previous.query;
        let whole = self.has("all") || self.has("that") || self.has("total") || self.has("overall");
        let (times, when): (Vec<Condition>, Vec<Condition>) =
            previous.filter.iter().cloned().partition(Condition::is_time);
        let (times, when) = if when.is_empty() { (Vec::new(), times) } else { (times, when) };
        let own = |c: &Condition| {
            let mut tables = Vec::new();
            c.tables(&mut tables);
            tables.iter().all(|t| *t == previous.base)
        };
        let asked = self.asks_share() && whole && self.words().len() <= 8;
        if !self.counted() || !asked || when.is_empty() || !when.iter().chain(&times).all(own) {
            return None;
        }
        let expr = Expr::ShareOfRows { table: previous.base.clone(), when };
        let select = vec![Selected { expr, alias: Some("share_percent".to_owned()) }];
        Some(Query { select, filter: times, ..previous.clone() })
    }
}
