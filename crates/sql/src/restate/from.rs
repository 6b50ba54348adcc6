//! The tables of a SELECT and how they hang together.
//!
//! A join along a key is said lightly ("orders with their customer"), any other with its condition. Conditions
//! of inner joins that are not keys are handed on as filters, which is what they are.

use super::links::{Link, flatten_and, tell_twins_apart};
use super::scope::{Scope, Source, column_parts};
use super::{Restater, Step, renamed, step_name, words};
use sqlparser::ast::{Expr, Join, JoinConstraint, JoinOperator, Select, TableAlias, TableFactor, TableWithJoins};

/// What FROM and WHERE say together.
pub(super) struct From<'a> {
    pub(super) scope: Scope<'a>,
    /// "orders with their customer"; empty without FROM.
    pub(super) text: String,
    /// The filters that remain, in words.
    pub(super) conditions: Vec<String>,
}

impl<'a> From<'a> {
    /// The sources, if there is exactly one.
    pub(super) fn scope_of_one(self) -> Option<Vec<Source<'a>>> {
        (self.scope.sources.len() == 1).then_some(self.scope.sources)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    Semi,
    Anti,
    /// Has no words: said as SQL.
    Odd,
}

/// How a source came into FROM.
pub(super) struct Joined<'a> {
    kind: JoinKind,
    pub(super) conditions: Vec<&'a Expr>,
    using: Vec<String>,
    natural: bool,
    join: Option<&'a Join>,
}

impl<'c> Restater<'c> {
    pub(super) fn from<'a>(&self, select: &'a Select, parent: Option<&'a Scope<'a>>) -> From<'a>
    where
        'c: 'a,
    {
        let mut scope = Scope { sources: Vec::new(), parent, aliases: Vec::new(), grain: "rows".to_owned() };
        let mut joined = Vec::new();
        for tables in &select.from {
            self.add_tables(tables, None, &mut scope, &mut joined);
        }
        tell_twins_apart(&mut scope, &joined);
        let mut filters: Vec<&Expr> = Vec::new();
        if let Some(selection) = &select.selection {
            flatten_and(selection, &mut filters);
        }
        let text = self.joined_words(&mut scope, &joined, &mut filters);
        let (with, filters) = self.split_existence(filters, &scope);
        let text = if with.is_empty() { text } else { format!("{text} {}", words::list(&with, "and")) };
        let conditions = self.conditions(&filters, &scope);
        From { scope, text, conditions }
    }

    fn add_tables<'a>(
        &self,
        tables: &'a TableWithJoins,
        via: Option<&'a Join>,
        scope: &mut Scope<'a>,
        joined: &mut Vec<Joined<'a>>,
    ) where
        'c: 'a,
    {
        self.add_factor(&tables.relation, via, scope, joined);
        for join in &tables.joins {
            self.add_factor(&join.relation, Some(join), scope, joined);
        }
    }

    fn add_factor<'a>(
        &self,
        factor: &'a TableFactor,
        via: Option<&'a Join>,
        scope: &mut Scope<'a>,
        joined: &mut Vec<Joined<'a>>,
    ) where
        'c: 'a,
    {
        if let TableFactor::NestedJoin { table_with_joins, alias: None } = factor
            && via.is_none_or(|join| matches!(kind_of(join), JoinKind::Inner))
        {
            self.add_tables(table_with_joins, None, scope, joined);
            if let (Some(join), Some(last)) = (via, joined.last_mut()) {
                last.conditions.extend(Joined::of(Some(join)).conditions);
            }
            return;
        }
        let source = self.source(factor, scope.parent);
        scope.sources.push(source);
        joined.push(Joined::of(via));
    }

    fn source<'a>(&self, factor: &'a TableFactor, parent: Option<&Scope<'_>>) -> Source<'a>
    where
        'c: 'a,
    {
        match factor {
            TableFactor::Table {
                name, alias, args: None, sample: None, version: None, with_ordinality: false, ..
            } => {
                let full = name.0.iter().filter_map(|part| part.as_ident()).map(|i| i.value.as_str());
                let full = full.collect::<Vec<_>>().join(".");
                self.table_source(&full, alias.as_ref())
            }
            TableFactor::Derived { subquery, alias, sample: None, .. } => {
                let phrase = self.query(subquery, parent, super::Place::Inside);
                let name = match alias.as_ref().map(|alias| alias.name.value.as_str()) {
                    Some(name) if is_telling(name) => step_name(name),
                    _ => format!("result {}", self.steps.borrow().len() + 1),
                };
                self.steps.borrow_mut().push(Step { name: name.clone(), text: phrase.text });
                let outputs = match alias {
                    Some(alias) => renamed(phrase.outputs, alias),
                    None => phrase.outputs,
                };
                let binding = alias.as_ref().map(|a| a.name.value.to_lowercase()).unwrap_or_default();
                Source { binding, table: None, outputs, one: name.clone(), many: name }
            }
            other => {
                let alias = alias_of(other);
                let said = words::quoted_sql(other);
                let binding = alias.map(|a| a.name.value.to_lowercase()).unwrap_or_default();
                let outputs = alias.map(|alias| renamed(Vec::new(), alias)).unwrap_or_default();
                Source { binding, table: None, outputs, one: said.clone(), many: said }
            }
        }
    }

    fn table_source<'a>(&self, name: &str, alias: Option<&TableAlias>) -> Source<'a>
    where
        'c: 'a,
    {
        let bare = name.rsplit('.').next().unwrap_or(name);
        let binding = alias.map_or(bare, |alias| alias.name.value.as_str()).to_lowercase();
        let named = self.named.borrow();
        if let Some(cte) = named.iter().rev().find(|cte| cte.name.eq_ignore_ascii_case(name)) {
            let said = step_name(&cte.name);
            return Source { binding, table: None, outputs: cte.outputs.clone(), one: said.clone(), many: said };
        }
        let table = self.catalog.and_then(|catalog| catalog.table(name).or_else(|| catalog.table(bare)));
        let noun = table.map_or_else(|| words::spoken(bare), words::table_words);
        let outputs = alias.map(|alias| renamed(Vec::new(), alias)).unwrap_or_default();
        Source { binding, table, outputs, one: words::singular(&noun), many: words::plural(&noun) }
    }

    /// The tables in words. Takes from `filters` what is said by them, and adds what inner joins filter.
    fn joined_words<'a>(&self, scope: &mut Scope<'a>, joined: &[Joined<'a>], filters: &mut Vec<&'a Expr>) -> String {
        let Some(first) = scope.sources.first() else { return String::new() };
        let mut head = first.many.clone();
        let mut grain = Some(first.many.clone());
        let mut told = Told::default();
        for (index, join) in joined.iter().enumerate().skip(1) {
            // A comma join keeps its conditions in WHERE.
            let mut conditions = join.conditions.clone();
            let borrowed = join.join.is_none();
            if borrowed {
                conditions.clone_from(filters);
            }
            let link = self.link(scope, index, &conditions, &join.using);
            if let (true, Some(link)) = (borrowed, &link) {
                let used: Vec<&Expr> = link.used.iter().filter_map(|at| conditions.get(*at)).copied().collect();
                filters.retain(|filter| !used.iter().any(|used| std::ptr::eq(*used, *filter)));
            }
            let rest: Vec<&Expr> = match (&link, borrowed) {
                (_, true) => Vec::new(),
                (Some(link), false) => {
                    conditions.iter().enumerate().filter(|(at, _)| !link.used.contains(at)).map(|(_, c)| *c).collect()
                }
                (None, false) => conditions,
            };
            let keeps_grain =
                matches!(&link, Some(link) if link.one) || matches!(join.kind, JoinKind::Semi | JoinKind::Anti);
            if !keeps_grain {
                let many = scope.sources.get(index).map(|source| source.many.clone());
                let only_many = link.is_some()
                    && join.kind == JoinKind::Inner
                    && grain.as_ref() == scope.sources.first().map(|s| &s.many);
                grain = if only_many { many } else { None };
            }
            self.tell_join(scope, index, join, link, rest, filters, &mut told);
        }
        scope.grain = grain.unwrap_or_else(|| "rows".to_owned());
        told.finish(&mut head);
        head
    }

    #[expect(clippy::too_many_arguments, reason = "one join is told from what its caller has taken apart")]
    fn tell_join<'a>(
        &self,
        scope: &Scope<'a>,
        index: usize,
        join: &Joined<'a>,
        link: Option<Link>,
        rest: Vec<&'a Expr>,
        filters: &mut Vec<&'a Expr>,
        told: &mut Told,
    ) {
        let (Some(source), Some(first)) = (scope.sources.get(index), scope.sources.first()) else { return };
        let anchor = link.as_ref().and_then(|link| scope.sources.get(link.to)).unwrap_or(first);
        let anchor_is_first = link.as_ref().is_none_or(|link| link.to == 0);
        let (many, one) = (&source.many, &source.one);
        let noun = if link.as_ref().is_some_and(|link| link.one) { one } else { many };
        let own = |noun: &str| if anchor_is_first { noun.to_owned() } else { format!("the {}'s {noun}", anchor.one) };
        match (join.kind, link.is_some()) {
            (JoinKind::Inner, true) => {
                told.add(anchor_is_first, noun, &own(noun));
                filters.extend(rest);
            }
            (JoinKind::Left, true) if take_missing_test(scope, index, filters) => {
                let only = self.only_those(&rest, scope);
                told.without.push(format!("without any {}{only}", own(many)));
            }
            (JoinKind::Left, true) => {
                let only = self.only_those(&rest, scope);
                let such = if only.is_empty() { "" } else { "such " };
                told.add(anchor_is_first, &format!("{noun}{only}"), &format!("{}{only}", own(noun)));
                told.including.push(format!("{} without {such}{noun}", anchor.many));
            }
            (JoinKind::Semi | JoinKind::Anti, _) => {
                let word = if join.kind == JoinKind::Semi { "that have" } else { "that have no" };
                let only = match (link.is_some(), self.matched_on(join, &rest, scope)) {
                    (true, matched) if matched.is_empty() => String::new(),
                    (_, matched) => format!(" ({matched})"),
                };
                told.without.push(format!("{word} {many}{only}"));
            }
            (JoinKind::Odd, _) => {
                let sql = join.join.map(words::quoted_sql).unwrap_or_default();
                told.others.push(format!("combined with {sql}"));
            }
            (JoinKind::Inner, false) => {
                let matched = self.matched_on(join, &rest, scope);
                let how = if matched.is_empty() { "in every combination with" } else { "combined with" };
                let matched = if matched.is_empty() { String::new() } else { format!(" ({matched})") };
                told.others.push(format!("{how} {many}{matched}"));
            }
            (kind, _) => {
                let mut matched = self.matched_on(join, &rest, scope);
                if link.is_some() {
                    matched = if matched.is_empty() {
                        "matched by key".into()
                    } else {
                        format!("matched by key and {matched}")
                    };
                }
                told.others.push(format!("combined with {many} ({matched})"));
                if matches!(kind, JoinKind::Left | JoinKind::Full) {
                    told.including.push(format!("{} without a match", first.many));
                }
                if matches!(kind, JoinKind::Right | JoinKind::Full) {
                    told.including.push(format!("{many} without a match"));
                }
            }
        }
    }

    fn only_those(&self, rest: &[&Expr], scope: &Scope<'_>) -> String {
        let conditions = self.conditions(rest, scope);
        if conditions.is_empty() { String::new() } else { format!(" (only where {})", words::list(&conditions, "and")) }
    }

    fn matched_on(&self, join: &Joined<'_>, rest: &[&Expr], scope: &Scope<'_>) -> String {
        let mut parts = self.conditions(rest, scope);
        parts.extend(join.using.iter().map(|column| format!("{} is the same", words::spoken(column))));
        if join.natural {
            parts.push("all columns of the same name are equal".to_owned());
        }
        if parts.is_empty() { String::new() } else { format!("where {}", words::list(&parts, "and")) }
    }
}

/// The joins of one FROM as they gather.
#[derive(Default)]
struct Told {
    with: Vec<String>,
    without: Vec<String>,
    others: Vec<String>,
    including: Vec<String>,
}

impl Told {
    fn add(&mut self, anchor_is_first: bool, noun: &str, own: &str) {
        if anchor_is_first { self.with.push(noun.to_owned()) } else { self.others.push(own.to_owned()) }
    }

    fn finish(self, head: &mut String) {
        if !self.with.is_empty() {
            head.push_str(&format!(" with their {}", words::list(&self.with, "and")));
        }
        for other in &self.others {
            let and = if other.starts_with("the ") { "and " } else { "" };
            head.push_str(&format!(", {and}{other}"));
        }
        for without in &self.without {
            head.push_str(&format!(" {without}"));
        }
        if !self.including.is_empty() {
            let mut including = self.including;
            including.dedup();
            head.push_str(&format!(", including {},", words::list(&including, "and")));
        }
        if head.ends_with(',') {
            head.pop();
        }
    }
}

/// `LEFT JOIN x ... WHERE x.key IS NULL`: takes the test out of the filters and says that there was one.
fn take_missing_test(scope: &Scope<'_>, index: usize, filters: &mut Vec<&Expr>) -> bool {
    let at = filters.iter().position(|filter| {
        let Expr::IsNull(inner) = filter else { return false };
        let Some(parts) = column_parts(inner) else { return false };
        let is_here = scope.find(parts).is_some_and(|found| found.depth == 0 && found.index == index);
        let is_key = parts.last().is_some_and(|ident| ident.value.to_lowercase().ends_with("id"));
        is_here && scope.catalog_column(parts).map_or(is_key, |column| !column.nullable || is_key)
    });
    at.map(|at| filters.remove(at)).is_some()
}

fn alias_of(factor: &TableFactor) -> Option<&TableAlias> {
    match factor {
        TableFactor::Table { alias, .. }
        | TableFactor::Derived { alias, .. }
        | TableFactor::TableFunction { alias, .. }
        | TableFactor::Function { alias, .. }
        | TableFactor::UNNEST { alias, .. }
        | TableFactor::NestedJoin { alias, .. }
        | TableFactor::Pivot { alias, .. }
        | TableFactor::Unpivot { alias, .. } => alias.as_ref(),
        _ => None,
    }
}

/// A subquery's alias that tells a person something: not `t`, `sub` or `t1`.
fn is_telling(alias: &str) -> bool {
    let word: String = alias.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    word.len() > 3
        && !["subq", "subquery", "temp", "derived", "inner", "outer", "query", "alias"].contains(&word.as_str())
}

fn kind_of(join: &Join) -> JoinKind {
    match &join.join_operator {
        _ if join.global => JoinKind::Odd,
        JoinOperator::Join(_) | JoinOperator::Inner(_) | JoinOperator::CrossJoin(_) => JoinKind::Inner,
        JoinOperator::Left(_) | JoinOperator::LeftOuter(_) => JoinKind::Left,
        JoinOperator::Right(_) | JoinOperator::RightOuter(_) => JoinKind::Right,
        JoinOperator::FullOuter(_) => JoinKind::Full,
        JoinOperator::Semi(_) | JoinOperator::LeftSemi(_) => JoinKind::Semi,
        JoinOperator::Anti(_) | JoinOperator::LeftAnti(_) => JoinKind::Anti,
        _ => JoinKind::Odd,
    }
}

impl<'a> Joined<'a> {
    fn of(join: Option<&'a Join>) -> Joined<'a> {
        let mut joined = Joined {
            kind: join.map_or(JoinKind::Inner, kind_of),
            conditions: Vec::new(),
            using: Vec::new(),
            natural: false,
            join,
        };
        let constraint = match join.map(|join| &join.join_operator) {
            Some(
                JoinOperator::Join(c)
                | JoinOperator::Inner(c)
                | JoinOperator::Left(c)
                | JoinOperator::LeftOuter(c)
                | JoinOperator::Right(c)
                | JoinOperator::RightOuter(c)
                | JoinOperator::FullOuter(c)
                | JoinOperator::CrossJoin(c)
                | JoinOperator::Semi(c)
                | JoinOperator::LeftSemi(c)
                | JoinOperator::Anti(c)
                | JoinOperator::LeftAnti(c),
            ) => c,
            _ => return joined,
        };
        match constraint {
            JoinConstraint::On(condition) => flatten_and(condition, &mut joined.conditions),
            JoinConstraint::Using(columns) => {
                let last = |name: &sqlparser::ast::ObjectName| name.0.last()?.as_ident().map(|i| i.value.clone());
                joined.using.extend(columns.iter().filter_map(last));
            }
            JoinConstraint::Natural => joined.natural = true,
            JoinConstraint::None => {}
        }
        joined
    }
}
