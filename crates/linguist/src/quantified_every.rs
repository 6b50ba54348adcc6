//! Names that stand beside all of something: 'who has been to every clinic', 'customers who ordered every month'.

use crate::form::{Condition, Expr, Operand, Query, Selected};
use crate::lexicon::{Aggregate, Relation};
use crate::quantified::names;
use crate::quantified_words::Said;
use crate::schema::ColumnKind;

impl Said<'_> {
    /// 'who has been to every clinic', 'agents who took calls on all topics', 'customers who ordered every month': names that stand beside
    /// as many different ones as there are. `Some(false)` where that was asked for and is not there.
    pub(crate) fn in_all_of(&self, query: &mut Query) -> Option<bool> {
        const RANKED: [&str; 10] =
            ["number", "count", "most", "least", "per", "average", "total", "highest", "lowest", "top"];
        const OTHERWISE: [&str; 6] = ["except", "other", "besides", "apart", "both", "share"];
        let says = |words: &[&str]| self.tokens.iter().any(|t| words.contains(&t.lower.as_str()));
        let grouped =
            (0..self.tokens.len()).any(|at| self.at(at) == "by" && !matches!(self.at(at + 1), "all" | "every"));
        let noun = (1..self.tokens.len()).find_map(|at| self.whole_of(at)).filter(|_| !says(&RANKED) && !grouped)?;
        if says(&OTHERWISE) {
            return Some(false);
        }
        let counts = |e: &Expr| matches!(e, Expr::Rows { .. });
        let called = |e: &Expr| match e {
            Expr::Column(c) => {
                let view = self.schema.find(c).and_then(|c| self.schema.view(c));
                let own = view.is_some_and(|v| v.words.last().is_some_and(|w| w == self.stem(noun)));
                let of = self.schema.table_index(&c.table).and_then(|t| self.schema.tables.get(t));
                own || of.is_some_and(|v| v.words.last().is_some_and(|w| w == self.stem(noun)))
            }
            Expr::Bucket { grain, .. } => grain.name() == self.step(noun),
            _ => false,
        };
        // 'every station' of those where a ride begins and those where it ends.
        let columns = self.schema.tables.iter().flat_map(|t| &t.columns).filter(|c| c.kind == ColumnKind::Text);
        let ends = |c: &&crate::schema::ColumnView| c.words.last().is_some_and(|w| w == self.stem(noun));
        if self.schema.tables.len() == 1 && columns.filter(ends).count() > 1 {
            return Some(false);
        }
        let (theirs, whose): (Vec<&Expr>, Vec<&Expr>) =
            query.select.iter().map(|s| &s.expr).filter(|e| !counts(e)).partition(|e| called(e));
        let plain = query.combine.is_none() && query.limit.is_none() && query.having.is_empty() && !query.yes_no;
        // 'how many patients have been to every clinic'.
        let counting = self.at(0) == "how" && self.at(1) == "many";
        let inverted = |at: usize| matches!(self.at(at), "has" | "have" | "had" | "did" | "does" | "do");
        // 'how many treatments has every doctor done' are counted by doctor.
        if counting && (1..noun).any(|at| self.at(at) == "every" && inverted(at - 1)) {
            return None;
        }
        let name = match whose.as_slice() {
            [Expr::Column(name)] if !counting => Some(name),
            [Expr::Aggregate { function: Aggregate::Count, distinct: true, of }] if counting => match of.as_ref() {
                Expr::Column(name) if self.schema.tables.len() == 1 => Some(name),
                _ => None,
            },
            _ => None,
        };
        // 'how many visits every month' are counted by month.
        let rows = counting && self.row(2);
        let ([of], Some(name), true) = (theirs.as_slice(), name, plain) else { return (!rows).then_some(false) };
        let named = self.schema.find(name)?;
        let names_row = self.schema.display(named.table).contains(&named);
        if !names_row && !self.schema.stands_on_many(named) {
            return Some(false);
        }
        let (base, filter) = match of {
            Expr::Column(of) => (of.table.clone(), Vec::new()),
            // 'every month of 2025'.
            Expr::Bucket { of, .. } => {
                let meant =
                    query.filter.iter().filter(|c| matches!(c, Condition::Period { column, .. } if column == of));
                (of.table.clone(), meant.cloned().collect())
            }
            _ => return Some(false),
        };
        let different = Expr::Aggregate { function: Aggregate::Count, distinct: true, of: Box::new((*of).clone()) };
        let there_are = vec![Selected { expr: different.clone(), alias: None }];
        let there_are = Query { base, select: there_are, filter, ..Query::default() };
        // Two people may have one name.
        let key = self.schema.key(named.table).filter(|key| names_row && *key != named);
        let key = key.map(|key| self.schema.reference(key));
        let name = name.clone();
        let right = Operand::Query(Box::new(there_are));
        let all = vec![Condition::Compare { left: different, relation: Relation::Equal, right }];
        if counting {
            let mut inner = names(&name, std::mem::take(&mut query.filter));
            (inner.group, inner.having) = (vec![Expr::Column(name.clone())], all);
            query.filter = vec![Condition::InQuery { column: name.clone(), query: Box::new(inner), negated: false }];
            query.select.retain(|s| matches!(&s.expr, Expr::Aggregate { distinct: true, .. }));
            query.group.clear();
            query.order.clear();
            return Some(true);
        }
        query.having = all;
        query.group = key.into_iter().chain([name.clone()]).map(Expr::Column).collect();
        (query.select, query.distinct) = (vec![Selected { expr: Expr::Column(name), alias: None }], false);
        query.order.clear();
        Some(true)
    }

    /// The noun behind 'every' or 'all' that names have to stand beside all of.
    fn whole_of(&self, at: usize) -> Option<usize> {
        let file = self.schema.tables.len() == 1;
        let all =
            self.at(at) == "all" && file && !matches!(self.at(at - 1), "with" | "and" | "," | "for" | "show" | "list");
        let each = self.at(at) == "each" && self.at(at + 1) == "of" && self.at(at + 2) == "the" && file;
        if !(self.at(at) == "every" || all || each) {
            return None;
        }
        let one_of = usize::from(self.at(at + 1) == "one" && self.at(at + 2) == "of") * 2;
        let of = usize::from(self.at(at) == "each");
        let before = at - 1;
        let placed = matches!(self.at(before), "in" | "from" | "at" | "to" | "of" | "on" | "by");
        let at = at + one_of + of;
        let skipped = usize::from(matches!(self.at(at + 1), "single" | "the" | "our" | "different"));
        let numbered = usize::from(self.tokens.get(at + 1 + skipped).is_some_and(|t| t.number().is_some()));
        let noun = at + 1 + skipped + numbered;
        let clause = (0..before).any(|word| self.clause(word))
            || self.at(0) == "how" && self.at(1) == "many"
            || placed && (0..before).any(|word| self.has(word));
        if !clause {
            return None;
        }
        let step = matches!(self.step(noun), "day" | "week" | "month" | "quarter" | "year");
        let column = |c: &crate::schema::ColumnView| c.words.last().is_some_and(|w| w == self.stem(noun));
        let known = match self.schema.tables.as_slice() {
            [table] => table.columns.iter().any(column),
            _ => self.schema.postings.contains_key(self.stem(noun)),
        };
        (step || known).then_some(noun)
    }
}
