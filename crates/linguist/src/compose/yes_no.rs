//! What a yes or no is about, beside the row that is named.

use super::assemble::Assembler;
use super::draft::Target;
use crate::form::{Condition, Operand};
use crate::lexicon::Relation;
use crate::schema::ColumnKind;

impl Assembler<'_> {
    /// 'does Anna Thorne have an email', 'is Ben Holm full time': not whether there is such a person.
    pub(super) fn what_is_asked_of_it(&mut self) {
        let names_row = |f: &Condition| match f {
            Condition::OneOf { column, negated: false, .. } => {
                self.schema.find(column).is_some_and(|c| self.schema.tells_apart(c))
            }
            _ => false,
        };
        if !self.draft.for_people || !self.query.filter.iter().any(names_row) {
            return;
        }
        const HELD: [&str; 4] = ["stock", "quantity", "inventory", "available"];
        for item in &self.draft.items {
            let Target::Column(c) = item.target else { continue };
            let column = self.schema.reference(c);
            let said = self.query.filter.iter().any(|f| crate::score_roles::compares(f, &|r| *r == column));
            // A day that is known says little: an insurance may have expired.
            if said || self.schema.tells_apart(c) || self.schema.kind(c) == ColumnKind::Time {
                continue;
            }
            let held = |w: &String| HELD.iter().any(|h| crate::lemma::stem_of(h) == *w);
            let counts = self.schema.view(c).is_some_and(|v| v.kind == ColumnKind::Number && v.words.iter().any(held));
            let condition = if let Some(yes) = self.schema.flag(c) {
                Condition::OneOf { column, values: vec![yes], negated: false }
            } else if counts {
                let left = self.schema.expr(c);
                Condition::Compare { left, relation: Relation::Greater, right: Operand::Number(0.0) }
            } else {
                Condition::Null { column, negated: true }
            };
            self.query.filter.push(condition);
        }
    }
}
