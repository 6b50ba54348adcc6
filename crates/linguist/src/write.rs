//! The form as SQL, in the dialect of the catalog.
//!
//! Owns quoting, aliases, date functions and the shape of the statement. Refuses what cannot be joined: `None` then.
//! Where joining a table that only filters would repeat rows under a sum, it becomes a semi-join.

use crate::form::{ColumnRef, Condition, Expr, Query, Selected, SetOperation};
use crate::join::{JoinGraph, Tree};
use crate::lexicon::Aggregate;
use crate::schema::Schema;
use std::collections::BTreeMap;
use vouch_model::Dialect;
use vouch_sql::quote_identifier;

pub struct Writer<'a> {
    pub schema: &'a Schema,
    pub graph: &'a JoinGraph,
}

/// Names of the tables inside one SELECT, and what outer ones already took.
pub(crate) struct Scope {
    pub aliases: BTreeMap<usize, String>,
    pub qualify: bool,
    /// Rows of the root stay although nothing belongs to them.
    pub outer: bool,
    /// Keys that are taken where several connect two tables.
    pub prefer: Vec<(usize, String)>,
    pub tree: Tree,
}

impl<'a> Writer<'a> {
    pub(crate) fn dialect(&self) -> Dialect {
        self.schema.catalog.dialect
    }

    pub fn write(&self, query: &Query) -> Option<String> {
        self.query(query, &[])
    }

    pub(crate) fn query(&self, query: &Query, taken: &[String]) -> Option<String> {
        let mut text = if query.within.is_empty() { self.select(query, taken)? } else { self.ranked(query, taken)? };
        if let Some((operation, other)) = &query.combine {
            let word = match operation {
                SetOperation::Union => "UNION",
                SetOperation::Intersect => "INTERSECT",
                SetOperation::Except => "EXCEPT",
            };
            text = format!("{text}\n{word}\n{}", self.query(other, taken)?);
        }
        Some(text)
    }

    pub(crate) fn select(&self, query: &Query, taken: &[String]) -> Option<String> {
        let (tree, filter) = self.plan(query)?;
        let all = self.all_groups(query);
        let outer = all.is_some();
        let mut scope = self.scope(all.unwrap_or(tree), &filter, taken);
        scope.outer = outer;
        scope.prefer = self.preferred(query);
        scope.qualify |= !taken.is_empty() || query.select.iter().any(|s| selects_related(&s.expr));
        let mut inner_taken = taken.to_vec();
        inner_taken.extend(scope.aliases.values().cloned());

        let distinct = query.distinct || self.repeats_rows(query, &scope.tree);
        let mut columns = Vec::new();
        for selected in &query.select {
            let expr = self.expr(&selected.expr, &scope)?;
            columns.push(match &selected.alias {
                Some(alias) => format!("{expr} AS {}", quote_identifier(alias, self.dialect())),
                None => expr,
            });
        }
        if query.yes_no {
            let answer = if query.none { "COUNT(*) = 0 AS answer" } else { "COUNT(*) > 0 AS answer" };
            columns = vec![answer.to_owned()];
        }
        if columns.is_empty() {
            columns.push(if scope.qualify {
                format!("{}.*", scope.aliases.get(&scope.tree.root)?)
            } else {
                "*".into()
            });
        }
        let distinct = if distinct && !query.yes_no { "DISTINCT " } else { "" };
        let mut text = format!("SELECT {distinct}{}\n{}", columns.join(", "), self.from(&scope));
        let conditions = self.conditions(&filter, &scope, &inner_taken)?;
        if !conditions.is_empty() {
            text.push_str(&format!("\nWHERE {}", conditions.join(" AND ")));
        }
        if !query.group.is_empty() && !query.yes_no {
            let groups: Option<Vec<String>> = query.group.iter().map(|e| self.expr(e, &scope)).collect();
            text.push_str(&format!("\nGROUP BY {}", groups?.join(", ")));
        }
        let having = self.conditions(&query.having, &scope, &inner_taken)?;
        if !having.is_empty() {
            text.push_str(&format!("\nHAVING {}", having.join(" AND ")));
        }
        if !query.yes_no {
            self.order(query, &scope, &mut text)?;
        }
        Some(text)
    }

    /// The first few of each: ranked within what they are shown with, and then the first places taken. Who shares a place is
    /// shown too.
    fn ranked(&self, query: &Query, taken: &[String]) -> Option<String> {
        const PLACE: &str = "place";
        let mut inner = Query { within: Vec::new(), limit: None, ..query.clone() };
        let mut names: Vec<String> = vec![PLACE.to_owned()];
        for selected in &mut inner.select {
            let own = match (&selected.alias, &selected.expr) {
                (Some(alias), _) => alias.clone(),
                (None, Expr::Column(column)) if names.contains(&column.column) => {
                    format!("{}_{}", column.table, column.column)
                }
                (None, Expr::Column(column)) => column.column.clone(),
                _ => return None,
            };
            names.push(own.clone());
            selected.alias = Some(own);
        }
        let shown: Vec<String> = names.iter().skip(1).map(|name| quote_identifier(name, self.dialect())).collect();
        let hidden: Vec<&Expr> =
            query.within.iter().filter(|expr| !query.select.iter().any(|s| s.expr == **expr)).collect();
        for (number, expr) in hidden.into_iter().enumerate() {
            inner.select.push(Selected { expr: expr.clone(), alias: Some(format!("key_{}", number + 1)) });
        }
        let name_of = |expr: &Expr| {
            let selected = inner.select.iter().find(|s| s.expr == *expr)?;
            Some(quote_identifier(selected.alias.as_ref()?, self.dialect()))
        };
        let within: Vec<String> = query.within.iter().map(name_of).collect::<Option<_>>()?;
        let by = query.order.first()?;
        let direction = if by.descending { " DESC" } else { "" };
        let (figure, limit) = (name_of(&by.expr)?, query.limit.unwrap_or(1));
        inner.order = Vec::new();
        let rows = self.select(&inner, taken)?.replace('\n', " ");
        // Named columns can be partitioned by only one level further out.
        let places = format!(
            "SELECT *, RANK() OVER (PARTITION BY {} ORDER BY {figure}{direction}) AS {PLACE} FROM ({rows}) AS found",
            within.join(", ")
        );
        Some(format!(
            "SELECT {}\nFROM ({places}) AS ranked\nWHERE {PLACE} <= {limit}\nORDER BY {}, {PLACE}",
            shown.join(", "),
            within.join(", ")
        ))
    }

    pub(crate) fn order(&self, query: &Query, scope: &Scope, text: &mut String) -> Option<()> {
        let mut keys = Vec::new();
        for order in &query.order {
            let alias = query.select.iter().find(|s| s.expr == order.expr).and_then(|s| s.alias.as_ref());
            let key = match alias {
                Some(alias) => quote_identifier(alias, self.dialect()),
                None => self.expr(&order.expr, scope)?,
            };
            let nulls = if order.descending { " DESC NULLS LAST" } else { "" };
            // Descending order must not begin with the unknown; both engines agree on that spelling.
            let nulls = if order.descending && !self.may_be_null(&order.expr) { " DESC" } else { nulls };
            // SQLite puts the unknown first: nobody's oldest boat is one of unknown age.
            let unknown_first = self.dialect() == Dialect::Sqlite && query.limit.is_some() && self.schema.for_people;
            let figure = matches!(&order.expr, Expr::Column(c) if self.schema.find(c).is_some_and(|c| {
                !matches!(self.schema.kind(c), crate::schema::ColumnKind::Text | crate::schema::ColumnKind::Key)
            }));
            let last = !order.descending && unknown_first && figure && self.may_be_null(&order.expr);
            let nulls = if last { " NULLS LAST" } else { nulls };
            keys.push(format!("{key}{nulls}"));
        }
        if !keys.is_empty() {
            text.push_str(&format!("\nORDER BY {}", keys.join(", ")));
        }
        if let Some(limit) = query.limit {
            text.push_str(&format!("\nLIMIT {limit}"));
        }
        if let Some(offset) = query.offset {
            text.push_str(&format!(" OFFSET {offset}"));
        }
        Some(())
    }

    pub(crate) fn may_be_null(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Column(c) => self.schema.find(c).and_then(|c| self.schema.column(c)).is_none_or(|c| c.nullable),
            Expr::Rows { .. } | Expr::Number(_) => false,
            Expr::Aggregate { function: Aggregate::Count, .. } => false,
            Expr::Aggregate { of, .. } => self.may_be_null(of),
            Expr::Arithmetic { left, right, .. } => self.may_be_null(left) || self.may_be_null(right),
            _ => true,
        }
    }

    fn preferred(&self, query: &Query) -> Vec<(usize, String)> {
        query.prefer.iter().filter_map(|c| Some((self.schema.table_index(&c.table)?, c.column.clone()))).collect()
    }

    /// The join tree, and the filters with those that would repeat rows under a sum turned into semi-joins.
    pub fn plan(&self, query: &Query) -> Option<(Tree, Vec<Condition>)> {
        let index =
            |names: Vec<&str>| names.into_iter().map(|t| self.schema.table_index(t)).collect::<Option<Vec<_>>>();
        let base = self.schema.table_index(&query.base)?;
        let prefer = self.preferred(query);
        let connect = |wanted: &[usize]| self.graph.connect_by(base, wanted, &prefer);
        let mut tables = index(query.core_tables())?;
        let core = connect(&tables)?;
        let exact: Vec<usize> = self.exact_tables(query);
        let unsorted_distinct =
            !query.is_aggregated() && query.order.iter().any(|o| !query.select.iter().any(|s| s.expr == o.expr));
        let mut filter = Vec::new();
        for condition in &query.filter {
            let mut used = Vec::new();
            condition.tables(&mut used);
            let used = index(used)?;
            let outside: Vec<usize> = used.iter().copied().filter(|t| !core.tables().contains(t)).collect();
            let joined = connect(&[tables.clone(), outside.clone()].concat())?;
            let spoils = exact.iter().any(|t| joined.repeats(*t, self.graph) && !core.repeats(*t, self.graph))
                || (unsorted_distinct && joined.repeats(base, self.graph) && !core.repeats(base, self.graph));
            match outside.as_slice() {
                [only] if spoils => filter.push(Condition::Related {
                    of: self.schema.table_name(self.nearest(&core, *only)?).to_owned(),
                    table: self.schema.table_name(*only).to_owned(),
                    when: vec![condition.clone()],
                    negated: false,
                }),
                _ => {
                    tables.extend(outside);
                    filter.push(condition.clone());
                }
            }
        }
        Some((connect(&tables)?, filter))
    }

    /// 'how many drivers does each depot have': from the depots, so that one without drivers has none. Only where nothing else
    /// is joined or said of the drivers, and not for those that have most.
    fn all_groups(&self, query: &Query) -> Option<Tree> {
        let top = query.limit.is_some() && query.order.first().is_some_and(|o| o.descending);
        let plain = query.having.is_empty() && query.combine.is_none() && !query.distinct && !query.yes_no;
        if !query.all_groups || top || !plain || !query.prefer.is_empty() || query.filter.iter().any(correlates) {
            return None;
        }
        let mut counted = query.select.iter().filter(|s| s.expr.is_aggregate());
        let (Some(expr), None) = (counted.next().map(|s| &s.expr), counted.next()) else { return None };
        if let Expr::Arithmetic { sign: '/', left, right } = expr {
            return self.all_divided(query, left, right);
        }
        let Expr::Rows { table } = expr else { return None };
        let mut groups: Vec<&str> = Vec::new();
        query.group.iter().for_each(|e| e.tables(&mut groups));
        let of = *groups.first()?;
        let own = |t: &&str| *t == of;
        let columns = query.group.iter().all(|e| matches!(e, Expr::Column(_)));
        let two = query.core_tables().iter().all(|t| *t == of || *t == table.as_str());
        if !columns || !two || !groups.iter().all(own) || !query.filter_tables().iter().all(own) || of == table {
            return None;
        }
        let (of, counted) = (self.schema.table_index(of)?, self.schema.table_index(table)?);
        let steps = self.graph.path(&[of], counted)?;
        let down = matches!(steps.as_slice(), [only] if only.edge.to_many && !only.edge.up);
        let known = self.schema.key(of).is_some_and(|key| query.group.contains(&self.schema.expr(key)))
            || query.group.iter().any(|e| self.names_row(e, of));
        (down && known).then_some(Tree { root: of, steps })
    }

    /// 'how many loans per member on average': from the members, so that those without any are counted. Only where nothing is said of
    /// the loans, and not for the lines of an order, which has some or is none.
    fn all_divided(&self, query: &Query, counted: &Expr, by: &Expr) -> Option<Tree> {
        let (Expr::Rows { table: counted }, Expr::Rows { table: of }) = (counted, by) else { return None };
        let own = |t: &&str| *t == of.as_str();
        let two = query.core_tables().iter().all(|t| own(t) || *t == counted.as_str());
        if !query.group.is_empty() || !two || !query.filter_tables().iter().all(own) {
            return None;
        }
        let (of, counted) = (self.schema.table_index(of)?, self.schema.table_index(counted)?);
        let words = |t: usize| self.schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        let lines = words(of).iter().any(|word| words(counted).contains(word));
        let steps = self.graph.path(&[of], counted)?;
        let down = matches!(steps.as_slice(), [only] if only.edge.to_many && !only.edge.up);
        (down && !lines && self.schema.key(of).is_some()).then_some(Tree { root: of, steps })
    }

    /// Groups are rows of the table, not what several of them share.
    fn names_row(&self, expr: &Expr, t: usize) -> bool {
        let Expr::Column(column) = expr else { return false };
        let found = self.schema.find(column).filter(|c| self.schema.display(t).contains(c));
        found.and_then(|c| self.schema.column(c)).is_some_and(|c| c.unique)
    }

    pub(crate) fn nearest(&self, core: &Tree, table: usize) -> Option<usize> {
        let path = self.graph.path(&core.tables(), table)?;
        path.first().map(|s| s.from)
    }

    /// Tables whose rows must not be repeated because a sum or average runs over them.
    pub(crate) fn exact_tables(&self, query: &Query) -> Vec<usize> {
        let mut names = Vec::new();
        let exprs = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
        exprs.filter(|e| e.counts_every_row()).for_each(|e| e.tables(&mut names));
        names.into_iter().filter_map(|t| self.schema.table_index(t)).collect()
    }

    /// A sum over rows that its own joins repeat: such a figure is wrong.
    pub fn fans_out(&self, query: &Query, tree: &Tree) -> bool {
        let exprs = query.select.iter().map(|s| &s.expr).chain(query.order.iter().map(|o| &o.expr));
        exprs.filter(|e| e.counts_every_row()).any(|e| {
            let mut names = Vec::new();
            e.tables(&mut names);
            // A product over two tables lives on the finer one.
            let tables: Vec<usize> = names.into_iter().filter_map(|t| self.schema.table_index(t)).collect();
            !tables.is_empty() && tables.iter().all(|t| tree.repeats(*t, self.graph))
        })
    }

    pub(crate) fn repeats_rows(&self, query: &Query, tree: &Tree) -> bool {
        if query.is_aggregated() || query.select.is_empty() {
            return false;
        }
        let mut names = Vec::new();
        query.select.iter().for_each(|s| s.expr.tables(&mut names));
        let tables: Vec<usize> = names.into_iter().filter_map(|t| self.schema.table_index(t)).collect();
        tables.iter().all(|t| tree.repeats(*t, self.graph)) && query.order.is_empty()
    }

    pub(crate) fn scope(&self, tree: Tree, filter: &[Condition], taken: &[String]) -> Scope {
        let tables = tree.tables();
        let qualify = tables.len() > 1 || filter.iter().any(correlates);
        let mut aliases: BTreeMap<usize, String> = BTreeMap::new();
        for t in tables {
            let short: String = crate::tokens::name_words(self.schema.table_name(t))
                .iter()
                .filter_map(|w| w.chars().next())
                .filter(char::is_ascii_alphabetic)
                .collect();
            let short = if short.is_empty() { "t".to_owned() } else { short };
            let used = |name: &String| aliases.values().any(|a| a == name) || taken.contains(name);
            let reserved = ["as", "by", "in", "is", "on", "or", "to", "of", "do", "if", "at", "no"];
            let mut name = short.clone();
            let mut n = 2;
            while used(&name) || reserved.contains(&name.as_str()) {
                name = format!("{short}{n}");
                n += 1;
            }
            aliases.insert(t, name);
        }
        Scope { aliases, qualify, outer: false, prefer: Vec::new(), tree }
    }

    pub(crate) fn table(&self, t: usize) -> String {
        let table = self.schema.catalog.tables.get(t);
        let name = quote_identifier(table.map_or("", |t| &t.name), self.dialect());
        match table.and_then(|t| t.schema.as_ref()) {
            Some(schema) => format!("{}.{name}", quote_identifier(schema, self.dialect())),
            None => name,
        }
    }

    pub(crate) fn from(&self, scope: &Scope) -> String {
        let alias = |t: usize| scope.aliases.get(&t).map_or("", String::as_str);
        let name = |t: usize| if scope.qualify { format!("{} AS {}", self.table(t), alias(t)) } else { self.table(t) };
        let mut text = format!("FROM {}", name(scope.tree.root));
        for step in &scope.tree.steps {
            let on: Vec<String> = step
                .edge
                .on
                .iter()
                .map(|(ours, theirs)| {
                    let quoted = |c: &str| quote_identifier(c, self.dialect());
                    format!("{}.{} = {}.{}", alias(step.from), quoted(ours), alias(step.edge.to), quoted(theirs))
                })
                .collect();
            let join = if scope.outer { "LEFT JOIN" } else { "JOIN" };
            text.push_str(&format!("\n{join} {} ON {}", name(step.edge.to), on.join(" AND ")));
        }
        text
    }

    pub(crate) fn column(&self, column: &ColumnRef, scope: &Scope) -> Option<String> {
        let t = self.schema.table_index(&column.table)?;
        let name = quote_identifier(&column.column, self.dialect());
        if !scope.qualify {
            return Some(name);
        }
        scope.aliases.get(&t).map(|a| format!("{a}.{name}"))
    }

    pub(crate) fn expr(&self, expr: &Expr, scope: &Scope) -> Option<String> {
        Some(match expr {
            Expr::Column(column) => self.column(column, scope)?,
            Expr::Number(n) => number(*n),
            Expr::Rows { table } => self.rows(table, scope)?,
            Expr::Aggregate { function, distinct, of } => {
                let of = match (&**of, function) {
                    (Expr::Age { of, on }, Aggregate::Average | Aggregate::Median) => self.age(of, on, true, scope)?,
                    (of, _) => self.expr(of, scope)?,
                };
                let distinct = if *distinct { "DISTINCT " } else { "" };
                format!("{}({distinct}{of})", self.function(*function))
            }
            Expr::Bucket { grain, of } => self.bucket(*grain, of, scope)?,
            Expr::Lookup { key, to, name } => self.lookup(key, to, name, scope)?,
            Expr::Age { of, on } => self.age(of, on, false, scope)?,
            Expr::Elapsed { from, to, in_hours } => self.elapsed(from, to, *in_hours, scope)?,
            Expr::Arithmetic { sign, left, right } => {
                let side = |e: &Expr| {
                    let text = self.expr(e, scope)?;
                    let nested = matches!(e, Expr::Arithmetic { sign: inner, .. } if *inner != *sign || *sign != '*');
                    Some(if nested { format!("({text})") } else { text })
                };
                match sign {
                    '/' if left.is_aggregate() => format!("1.0 * {} / NULLIF({}, 0)", side(left)?, side(right)?),
                    '/' => format!(
                        "{} / {}",
                        side(left)?,
                        if let Expr::Number(n) = **right { format!("{n:.1}") } else { side(right)? }
                    ),
                    _ => format!("{} {sign} {}", side(left)?, side(right)?),
                }
            }
            Expr::ShareOfRows { when, .. } => {
                let when = self.conditions(when, scope, &[])?.join(" AND ");
                format!("100.0 * SUM(CASE WHEN {when} THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0)")
            }
            Expr::ShareOfSum { of, when } => {
                let (of, when) = (self.expr(of, scope)?, self.conditions(when, scope, &[])?.join(" AND "));
                format!("100.0 * SUM(CASE WHEN {when} THEN {of} ELSE 0 END) / NULLIF(SUM({of}), 0)")
            }
            Expr::ShareOfTotal { of } => {
                let of = self.expr(of, scope)?;
                format!("100.0 * {of} / SUM({of}) OVER ()")
            }
        })
    }

    pub(crate) fn function(&self, function: Aggregate) -> &'static str {
        match function {
            Aggregate::Count => "COUNT",
            Aggregate::Sum => "SUM",
            Aggregate::Average => "AVG",
            Aggregate::Min => "MIN",
            Aggregate::Max => "MAX",
            Aggregate::Median => "MEDIAN",
        }
    }

    pub(crate) fn rows(&self, table: &str, scope: &Scope) -> Option<String> {
        let t = self.schema.table_index(table)?;
        if let (true, Some(step)) = (scope.outer && t != scope.tree.root, scope.tree.steps.first()) {
            let (_, theirs) = step.edge.on.first()?;
            let column = ColumnRef { table: table.to_owned(), column: theirs.clone() };
            return Some(format!("COUNT({})", self.column(&column, scope)?));
        }
        if !scope.tree.repeats(t, self.graph) {
            return Some("COUNT(*)".to_owned());
        }
        // People of one first name are not one person.
        let told = |c: &crate::schema::Col| !self.schema.for_people || self.schema.column(*c).is_some_and(|c| c.unique);
        let named = || self.schema.display(t).first().copied().filter(told);
        let key = self.schema.key(t).or_else(named)?;
        Some(format!("COUNT(DISTINCT {})", self.column(&self.schema.reference(key), scope)?))
    }
}

fn selects_related(expr: &Expr) -> bool {
    match expr {
        Expr::ShareOfRows { when, .. } | Expr::ShareOfSum { when, .. } => when.iter().any(correlates),
        Expr::Lookup { .. } => true,
        _ => false,
    }
}

fn correlates(condition: &Condition) -> bool {
    match condition {
        Condition::Related { .. } | Condition::Fellow { .. } | Condition::Best { .. } => true,
        Condition::Any(all) | Condition::All(all) => all.iter().any(correlates),
        Condition::Not(inner) => correlates(inner),
        _ => false,
    }
}

pub(crate) fn year(day: Option<&str>) -> Option<i32> {
    day?.split('-').next()?.parse().ok()
}

/// A range of days on a column that holds years.
pub(crate) fn years(name: &str, from: Option<i32>, to: Option<i32>, text: bool) -> String {
    let literal = |y: i32| if text { format!("'{y}'") } else { y.to_string() };
    match (from, to) {
        (Some(a), Some(b)) if b - a <= 1 => format!("{name} = {}", literal(a)),
        (Some(a), Some(b)) => format!("{name} BETWEEN {} AND {}", literal(a), literal(b - 1)),
        (Some(a), None) => format!("{name} >= {}", literal(a)),
        (None, Some(b)) => format!("{name} < {}", literal(b)),
        (None, None) => "TRUE".to_owned(),
    }
}

pub fn number(n: f64) -> String {
    if n.fract() == 0.0 && n.abs() < 1e15 { format!("{}", n as i64) } else { n.to_string() }
}
