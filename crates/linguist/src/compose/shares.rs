//! The parts of assembling that divide a whole: what is part of it, what narrows it, and shares of each group.

use super::assemble::Assembler;
use super::draft::{Pending, Target};
use crate::form::{Condition, Expr, Operand};
use crate::lexicon::Aggregate;
use crate::schema::Col;

impl Assembler<'_> {
    /// Times narrow the whole, everything else is the part, but for what stands before the verb: 'of the employees in
    /// Engineering are remote'.
    fn whole_and_part(&mut self) -> (Vec<Condition>, Vec<Condition>) {
        let told = |word: &str| {
            let linked =
                matches!(word, "are" | "is" | "was" | "were" | "who" | "that" | "which" | "have" | "has" | "had");
            let done = self.draft.for_people && word.len() > 4 && word.ends_with("ed");
            let verb = matches!(
                word,
                "live" | "lives" | "use" | "uses" | "buy" | "bought" | "pay" | "paid" | "spend" | "spent"
            );
            linked || done || verb || matches!(word, "would" | "got" | "get" | "gets" | "came" | "come" | "comes")
        };
        let is_time = |c: &Condition| matches!(c, Condition::Period { .. } | Condition::Recurs { .. });
        let filters = std::mem::take(&mut self.query.filter);
        let (mut whole, mut part): (Vec<_>, Vec<_>) = filters.into_iter().partition(is_time);
        let said = self.draft.filters.iter().filter(|f| !matches!(f.condition, Pending::Time { .. })).map(|f| f.at);
        let said: Vec<usize> = said.collect();
        if let ([first, .., last], true) = (said.as_slice(), said.len() == part.len()) {
            let between = self.resolver.tokens.get(first + 1..*last).unwrap_or_default();
            if let Some(verb) = between.iter().position(|t| told(&t.lower)) {
                let before = said.iter().filter(|at| **at <= first + verb).count();
                whole.extend(part.drain(..before));
            }
        }
        self.told_of_whole(&said, &mut whole, &mut part);
        let among = self.resolver.tokens.iter().any(|t| matches!(t.lower.as_str(), "among" | "amongst"));
        if let ([only], [_], [_]) = (said.as_slice(), part.as_slice(), whole.as_slice())
            && self.draft.for_people
            && !among
            && self.resolver.tokens.get(only.wrapping_sub(1)).is_some_and(|t| t.lower == "of")
        {
            let dated = |f: &super::draft::Filter| matches!(f.condition, Pending::Time { column: Some(_), .. });
            let related = self.draft.context.iter().any(|t| *t != self.main);
            if self.draft.filters.iter().any(dated) && !related {
                // 'what percent of South stores opened after 2018': of the stores in the South.
                std::mem::swap(&mut whole, &mut part);
            }
        }
        if let ([only], [_], true) = (said.as_slice(), part.as_slice(), self.draft.for_people)
            && self.draft.groups.is_empty()
            && self.draft.context.iter().any(|t| *t != self.main)
            && self.resolver.tokens.get(only.wrapping_sub(1)).is_some_and(|t| t.lower == "of")
            && self.resolver.tokens.iter().skip(*only).any(|t| told(&t.lower))
        {
            // 'what percent of Electronics items are returned': returned is what is asked about.
            whole.append(&mut part);
        }
        if among && self.draft.for_people && !self.draft.of_which.is_empty() && part.len() == 1 {
            // 'the share of late orders among those of Texas': of those of Texas.
            whole.append(&mut part);
        }
        // Alone it is what is asked about; beside something else it says of which.
        let narrowed = if part.is_empty() { &mut part } else { &mut whole };
        narrowed.extend(self.draft.of_which.iter().cloned());
        (whole, part)
    }

    /// 'what percent of gold customers live in Texas': of the gold ones. 'the share of late orders among those of Texas': of those
    /// of Texas.
    fn told_of_whole(&self, said: &[usize], whole: &mut Vec<Condition>, part: &mut Vec<Condition>) {
        let word = |at: usize| self.resolver.tokens.get(at).map_or("", |t| t.lower.as_str());
        let ([first, second], 2, true) = (said, part.len(), self.draft.for_people) else { return };
        let among = (*first..*second).any(|at| matches!(word(at), "among" | "amongst" | "within"));
        let before = first.checked_sub(1).map_or("", word);
        let the = matches!(before, "the" | "our" | "all") && first.checked_sub(2).map_or("", word) == "of";
        if among {
            whole.extend(part.pop());
        } else if before == "of" || the {
            whole.push(part.remove(0));
        }
    }

    /// 'what share of tickets is closed per team': of each team's tickets.
    fn share_of_each(&mut self, worth: Option<Expr>, when: Vec<Condition>) -> Option<()> {
        let share = match worth {
            Some(Expr::Aggregate { function: Aggregate::Sum, of, .. }) => Expr::ShareOfSum { of, when },
            _ => Expr::ShareOfRows { table: self.query.base.clone(), when },
        };
        let mut shown = Vec::new();
        for group in &self.draft.groups.clone() {
            shown.extend(self.group_key(group)?);
        }
        self.query.group.extend(shown.iter().cloned());
        for expr in shown.iter().chain([&share]) {
            self.query.select.push(self.resolver.selected(expr.clone()));
        }
        self.group_order(&shown, &[share])
    }

    /// 'the ratio of women to men': the one share divided by the other.
    fn ratio_of_two(&self) -> Option<Expr> {
        let parts: Vec<Condition> = match self.query.filter.as_slice() {
            [Condition::OneOf { column, values, negated: false }] if values.len() == 2 => {
                let one =
                    |v: &Operand| Condition::OneOf { column: column.clone(), values: vec![v.clone()], negated: false };
                values.iter().map(one).collect()
            }
            [a @ Condition::OneOf { .. }, b @ Condition::OneOf { .. }] => vec![a.clone(), b.clone()],
            _ => return None,
        };
        let share =
            |when: &Condition| Box::new(Expr::ShareOfRows { table: self.query.base.clone(), when: vec![when.clone()] });
        match parts.as_slice() {
            [a, b] if self.draft.ratio && self.draft.groups.is_empty() => {
                Some(Expr::Arithmetic { sign: '/', left: share(a), right: share(b) })
            }
            _ => None,
        }
    }

    /// 'share of members who use a Garmin', where the workouts say so: a member counts once, however many there are.
    fn of_each_row(&self, condition: Condition) -> Condition {
        let mut tables = Vec::new();
        condition.tables(&mut tables);
        let [table] = tables.as_slice() else { return condition };
        let alone = self.draft.for_people && self.draft.groups.is_empty();
        let other = self.schema.table_index(table).filter(|t| alone && self.schema.belongs(*t, self.main));
        match other {
            Some(t) if !matches!(condition, Condition::Related { .. }) => Condition::Related {
                of: self.query.base.clone(),
                table: self.schema.table_name(t).to_owned(),
                when: vec![condition],
                negated: false,
            },
            _ => condition,
        }
    }

    /// 'what percentage of the final marks are below 50': of those that were given.
    fn known_part(&self, when: &[Condition]) -> Option<Condition> {
        let alone = self.draft.items.is_empty() && self.draft.context.is_empty();
        let said = |c: Col| alone || self.draft.items.iter().any(|i| i.target == Target::Column(c));
        let column = when.iter().find_map(|c| match c {
            Condition::Compare { left: Expr::Column(c), .. } | Condition::Between { left: Expr::Column(c), .. } => {
                Some(c)
            }
            _ => None,
        })?;
        let c = self.schema.find(column).filter(|c| self.draft.for_people && said(*c))?;
        let unknown = self.schema.column(c).is_some_and(|c| c.null_count.is_some_and(|n| n > 0));
        unknown.then(|| Condition::Null { column: column.clone(), negated: true })
    }

    pub(super) fn share(&mut self) -> Option<()> {
        let draft = self.draft;
        let measure = draft.items.iter().find(|i| !matches!(i.target, Target::Table(_)));
        let worth = measure.map(|m| self.resolver.expr(m, true)).unwrap_or(None).filter(Expr::is_aggregate);
        if let Some(ratio) = self.ratio_of_two() {
            self.query.filter.clear();
            self.query.select.push(self.resolver.selected(ratio));
            return Some(());
        }
        let (mut whole, mut when) = self.whole_and_part();
        whole.extend(self.known_part(&when));
        // 'what percentage of runs were longer than 15 km': of the runs, not of the kilometres.
        let worth = worth.filter(|worth| !is_compared(&when, worth));
        let when_is: Vec<Condition> = when.drain(..).map(|c| self.of_each_row(c)).collect();
        when.extend(when_is);
        self.query.filter = whole;
        if !draft.groups.is_empty() && !when.is_empty() {
            return self.share_of_each(worth, when);
        }
        if !draft.groups.is_empty() {
            let of = worth.unwrap_or_else(|| Expr::Rows { table: self.query.base.clone() });
            let mut shown = Vec::new();
            for group in &draft.groups.clone() {
                shown.extend(self.group_key(group)?);
            }
            let share = Expr::ShareOfTotal { of: Box::new(of) };
            self.query.group.extend(shown.iter().cloned());
            for expr in shown.iter().chain([&share]) {
                self.query.select.push(self.resolver.selected(expr.clone()));
            }
            return self.group_order(&shown, &[share]);
        }
        for t in draft.context.iter().filter(|t| **t != self.main) {
            when.push(Condition::Related {
                of: self.query.base.clone(),
                table: self.schema.table_name(*t).to_owned(),
                when: Vec::new(),
                negated: false,
            });
        }
        if when.is_empty() {
            return None;
        }
        let expr = match worth {
            Some(Expr::Aggregate { function: Aggregate::Sum, of, .. }) => Expr::ShareOfSum { of, when },
            _ => Expr::ShareOfRows { table: self.query.base.clone(), when },
        };
        let selected = self.resolver.selected(expr);
        self.query.select.push(selected);
        Some(())
    }
}

fn is_compared(when: &[Condition], figure: &Expr) -> bool {
    let Expr::Aggregate { of, .. } = figure else { return false };
    let compares = |c: &Condition| match c {
        Condition::Compare { left, .. } | Condition::Between { left, .. } => left == of.as_ref(),
        _ => false,
    };
    when.iter().any(compares)
}
