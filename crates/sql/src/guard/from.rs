//! FROM: tables of the catalog, names of WITH, subqueries, the few table functions, joins. Refuses files,
//! addresses, system tables and every other thing an engine can read rows from.

use super::Rejected;
use super::names::{is_system, looks_like_file, lower, parts, plain};
use super::rejection::{did_you_mean, reject};
use super::scope::{Clause, Columns, Relation, Scope};
use super::walk::{Walk, refused, shown};
use crate::functions::FunctionVerdict;
use crate::nearest_names;
use sqlparser::ast::{
    FunctionArg, Ident, Join, JoinConstraint, JoinOperator, ObjectName, TableAlias, TableFactor, TableFunctionArgs,
    TableWithJoins,
};
use vouch_model::{Catalog, Dialect, ErrorCode, Table};

impl<'a> Walk<'a> {
    pub(super) fn source(&mut self, item: &'a TableWithJoins) -> Result<(), Rejected> {
        let TableWithJoins { relation, joins } = item;
        self.factor(relation)?;
        joins.iter().try_for_each(|join| self.join(join))
    }

    fn join(&mut self, join: &'a Join) -> Result<(), Rejected> {
        let Join { relation, global, join_operator } = join;
        if *global {
            return Err(refused("GLOBAL JOIN is not supported"));
        }
        use JoinOperator as J;
        let left = self.scopes.last().map_or(0, |scope| scope.relations.len());
        self.factor(relation)?;
        match join_operator {
            J::Join(on)
            | J::Inner(on)
            | J::Left(on)
            | J::LeftOuter(on)
            | J::Right(on)
            | J::RightOuter(on)
            | J::FullOuter(on)
            | J::CrossJoin(on) => self.constraint(on),
            J::Semi(on) | J::Anti(on) if self.dialect == Dialect::DuckDb => {
                self.constraint(on)?;
                // The right side only filters: its columns are gone behind the join.
                if let Some(scope) = self.scopes.last_mut() {
                    scope.relations.truncate(left);
                }
                Ok(())
            }
            J::AsOf { .. } => Err(refused("ASOF JOIN is not supported")
                .suggest("join on the key and keep the latest earlier row with row_number() or arg_max()")),
            _ => Err(refused("This kind of join is not supported")
                .suggest("use JOIN, LEFT JOIN, RIGHT JOIN, FULL JOIN or CROSS JOIN with ON")),
        }
    }

    fn constraint(&mut self, constraint: &'a JoinConstraint) -> Result<(), Rejected> {
        match constraint {
            JoinConstraint::On(condition) => self.in_clause(Clause::From, |walk| walk.expr(condition)).map(drop),
            JoinConstraint::Using(columns) => {
                let names = columns
                    .iter()
                    .map(|name| parts(name).and_then(|p| p.last().map(|i| plain(i).into_owned())))
                    .collect::<Option<Vec<String>>>()
                    .ok_or_else(|| refused("USING takes plain column names"))?;
                if let Some(scope) = self.scopes.last_mut() {
                    scope.merged.extend(names);
                }
                Ok(())
            }
            JoinConstraint::Natural => {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.natural = true;
                }
                Ok(())
            }
            JoinConstraint::None => Ok(()),
        }
    }

    fn factor(&mut self, factor: &'a TableFactor) -> Result<(), Rejected> {
        self.deeper(|walk| walk.factor_kind(factor))
    }

    fn factor_kind(&mut self, factor: &'a TableFactor) -> Result<(), Rejected> {
        self.seen.factors += 1;
        match factor {
            TableFactor::Table {
                name,
                alias,
                args,
                with_hints,
                version,
                with_ordinality,
                partitions,
                json_path,
                sample,
                index_hints,
            } => {
                if sample.is_some() {
                    return Err(refused("TABLESAMPLE is not supported").suggest("order by random() and put a LIMIT"));
                }
                let foreign = !with_hints.is_empty()
                    || version.is_some()
                    || *with_ordinality
                    || !partitions.is_empty()
                    || json_path.is_some()
                    || !index_hints.is_empty();
                if foreign {
                    return Err(refused("This way of naming a table is not supported"));
                }
                match args {
                    Some(args) => self.table_function(name, args, alias.as_ref()),
                    None => self.table(name, alias.as_ref()),
                }
            }
            TableFactor::Derived { lateral, subquery, alias, sample } => {
                if sample.is_some() {
                    return Err(refused("TABLESAMPLE is not supported").suggest("order by random() and put a LIMIT"));
                }
                let sees_neighbours = *lateral || self.dialect == Dialect::DuckDb;
                if *lateral && self.dialect == Dialect::Sqlite {
                    return Err(
                        refused("LATERAL is not known to SQLite").suggest("use a correlated subquery or a join")
                    );
                }
                let here = self.scopes.len().saturating_sub(1);
                self.hide(here, !sees_neighbours);
                let columns = self.query(subquery);
                self.hide(here, false);
                self.add_relation(columns?, alias.as_ref(), None)
            }
            TableFactor::UNNEST { alias, array_exprs, with_offset, with_offset_alias, with_ordinality } => {
                if *with_offset || with_offset_alias.is_some() || *with_ordinality || self.dialect == Dialect::Sqlite {
                    return Err(refused("This form of UNNEST is not supported"));
                }
                self.found.relations.insert("unnest".to_owned());
                self.found.aside = true;
                array_exprs.iter().try_for_each(|expr| self.expr(expr).map(drop))?;
                self.spread.read(1)?;
                self.add_relation(Columns::Unknown(1), alias.as_ref(), Some("unnest"))
            }
            TableFactor::Function { lateral: _, name, args, with_ordinality, alias } => {
                if *with_ordinality {
                    return Err(refused("WITH ORDINALITY is not supported").suggest("use row_number()"));
                }
                self.call_in_from(name, args, alias.as_ref())
            }
            TableFactor::NestedJoin { table_with_joins, alias } => {
                if alias.is_some() {
                    return Err(refused("An alias for a bracketed join is not supported")
                        .suggest("give each table its own alias"));
                }
                self.source(table_with_joins)
            }
            TableFactor::Pivot { .. } => Err(refused("PIVOT is not supported")
                .suggest("use one aggregate per column with FILTER (WHERE ...) and GROUP BY")),
            TableFactor::Unpivot { .. } => {
                Err(refused("UNPIVOT is not supported").suggest("use UNION ALL of one SELECT per column"))
            }
            _ => Err(refused("This cannot stand in FROM here")),
        }
    }

    fn hide(&mut self, scope: usize, hidden: bool) {
        if let Some(scope) = self.scopes.get_mut(scope) {
            scope.hidden = hidden;
        }
    }

    fn table(&mut self, name: &'a ObjectName, alias: Option<&'a TableAlias>) -> Result<(), Rejected> {
        let idents = parts(name).ok_or_else(|| refused("A table is named by plain names"))?;
        let Some(last) = idents.last().copied() else { return Err(refused("A table needs a name")) };
        if let [only] = idents.as_slice()
            && only.quote_style != Some('\'')
        {
            let wanted = lower(only);
            if let Some(cte) = self.ctes.iter().rev().find(|cte| cte.name == wanted) {
                let columns = cte.columns.clone();
                self.spread.read(cte.tables)?;
                self.found.isolation.note_cte(only, cte.renamed.as_deref());
                self.found.relations.insert(wanted.clone());
                return self.add_relation(columns, alias, Some(&wanted));
            }
        }
        self.spread.read(1)?;
        let (columns, schema) = match self.context.catalog {
            Some(catalog) => {
                let table = self.catalog_table(catalog, &idents)?;
                let used = table.qualified_name();
                if !self.found.tables.contains(&used) {
                    self.found.tables.push(used);
                }
                (Columns::Table(table), table.schema.clone())
            }
            None => {
                self.refuse_outside(&idents)?;
                if idents.len() > 2 {
                    return Err(refused("A table is named by schema and name at most").span(last.span));
                }
                let used = idents.iter().map(|i| plain(i).into_owned()).collect::<Vec<_>>().join(".");
                if !self.found.tables.contains(&used) {
                    self.found.tables.push(used);
                }
                (Columns::Unknown(1), None)
            }
        };
        let filtered = self.narrow(&idents)?;
        let own = plain(last).into_owned();
        self.found.relations.insert(own.to_ascii_lowercase());
        self.found.relations.insert(idents.iter().map(|i| lower(i)).collect::<Vec<_>>().join("."));
        self.add_relation(columns, alias, Some(&own))?;
        if let Some(relation) = self.scopes.last_mut().and_then(|scope| scope.relations.last_mut()) {
            // The rows' own numbers count everybody's rows, and a subquery has none.
            relation.is_table = !filtered;
            relation.filtered = filtered;
            relation.schema = schema.or_else(|| Some("main".to_owned())).filter(|_| alias.is_none());
        }
        Ok(())
    }

    /// Known tables only: `name` in the default schema, `main.name`, or `schema.name`.
    pub(super) fn catalog_table(&self, catalog: &'a Catalog, idents: &[&Ident]) -> Result<&'a Table, Rejected> {
        let names: Vec<_> = idents.iter().map(|ident| plain(ident)).collect();
        let literal = idents.iter().any(|ident| ident.quote_style == Some('\''));
        let found = catalog.tables.iter().find(|table| match (names.as_slice(), &table.schema) {
            _ if literal => false,
            ([name], None) => name.eq_ignore_ascii_case(&table.name),
            ([schema, name], None) => schema.eq_ignore_ascii_case("main") && name.eq_ignore_ascii_case(&table.name),
            ([schema, name], Some(own)) => schema.eq_ignore_ascii_case(own) && name.eq_ignore_ascii_case(&table.name),
            _ => false,
        });
        if let Some(table) = found {
            return Ok(table);
        }
        self.refuse_outside(idents)?;
        Err(table_not_found(catalog, idents))
    }

    /// Files, addresses and system tables are refused whether or not a catalog is known.
    fn refuse_outside(&self, idents: &[&Ident]) -> Result<(), Rejected> {
        let written = idents.iter().map(|i| shown(i)).collect::<Vec<_>>().join(".");
        let message = if looks_like_file(idents) {
            format!("`{written}` looks like a file or an address; only tables of this source can be read.")
        } else if is_system(idents, self.dialect) {
            format!("`{written}` is a system table; only tables of this source can be read.")
        } else {
            return Ok(());
        };
        let rejected = reject(ErrorCode::TableNotFound, message).suggest("name one of the source's own tables");
        Err(match idents.first() {
            Some(first) => rejected.span(first.span),
            None => rejected,
        })
    }

    fn table_function(
        &mut self,
        name: &'a ObjectName,
        args: &'a TableFunctionArgs,
        alias: Option<&'a TableAlias>,
    ) -> Result<(), Rejected> {
        let TableFunctionArgs { args, settings } = args;
        if settings.is_some() {
            return Err(refused("SETTINGS are not supported"));
        }
        self.call_in_from(name, args, alias)
    }

    fn call_in_from(
        &mut self,
        name: &'a ObjectName,
        args: &'a [FunctionArg],
        alias: Option<&'a TableAlias>,
    ) -> Result<(), Rejected> {
        let idents = parts(name).ok_or_else(|| refused("A function is named by a plain name"))?;
        let [ident] = idents.as_slice() else {
            return Err(reject(ErrorCode::FunctionNotAllowed, format!("{name}() cannot be read from."))
                .suggest("read from a table of this source"));
        };
        let called = lower(ident);
        self.refuse_own_function(&called).map_err(|rejected| rejected.span(ident.span))?;
        match self.functions.in_from(&called) {
            FunctionVerdict::Allowed => {}
            FunctionVerdict::Refused => {
                return Err(reject(
                    ErrorCode::FunctionNotAllowed,
                    format!("{called}() cannot be read from: it reaches beyond the tables of this source."),
                )
                .suggest("read from a table of this source")
                .span(ident.span));
            }
            FunctionVerdict::Unknown => {
                return Err(reject(
                    ErrorCode::FunctionNotFound,
                    format!("There is no table function `{}`.", shown(ident)),
                )
                .suggest("read from a table of this source")
                .span(ident.span));
            }
        }
        self.found.relations.insert(called.clone());
        self.found.aside = true;
        self.spread.read(1)?;
        args.iter().try_for_each(|arg| self.argument(arg))?;
        let columns = match (called.as_str(), self.dialect) {
            ("json_each" | "json_tree", Dialect::Sqlite) => {
                known(&["key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root"])
            }
            _ => Columns::Unknown(1),
        };
        self.add_relation(columns, alias, Some(&called))
    }

    fn add_relation(
        &mut self,
        columns: Columns<'a>,
        alias: Option<&'a TableAlias>,
        own: Option<&str>,
    ) -> Result<(), Rejected> {
        let (name, columns) = match alias {
            None => (own.map(str::to_owned), columns),
            Some(alias) => {
                let names = self.alias_columns(alias)?;
                if !names.is_empty() && self.dialect == Dialect::Sqlite {
                    return Err(refused("SQLite's table aliases take no column names")
                        .suggest("name the columns inside the subquery with AS")
                        .span(alias.name.span));
                }
                if !names.is_empty() {
                    self.spread.give(columns.width())?;
                }
                (Some(plain(&alias.name).into_owned()), columns.renamed(&names))
            }
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.relations.push(Relation { name, schema: None, columns, is_table: false, filtered: false });
        }
        Ok(())
    }

    pub(super) fn alias_columns(&self, alias: &'a TableAlias) -> Result<Vec<String>, Rejected> {
        let TableAlias { explicit, name, columns, at } = alias;
        let word = name.value.to_ascii_uppercase();
        if name.quote_style.is_none() && !*explicit && JOIN_WORDS.contains(&word.as_str()) {
            return Err(refused(format!("{word} is not supported here"))
                .suggest("use a plain JOIN with ON")
                .span(name.span));
        }
        if at.is_some() || columns.iter().any(|c| c.data_type.is_some()) {
            return Err(refused("This form of alias is not supported").suggest("write AS name (column, ...)"));
        }
        Ok(columns.iter().map(|column| plain(&column.name).into_owned()).collect())
    }

    /// For `name.*`: the name must be a relation of this SELECT. In DuckDB it may be a struct column too.
    pub(super) fn table_in_sight(&mut self, idents: &[&Ident]) -> Result<bool, Rejected> {
        let found = self.find_table_in_sight(idents);
        if matches!(found, Ok(true)) {
            self.note_star(idents);
        }
        self.note_sight(found, idents)
    }

    fn find_table_in_sight(&self, idents: &[&Ident]) -> Result<bool, Rejected> {
        let Some((last, scope)) = idents.last().zip(self.scopes.last()) else { return Ok(false) };
        let name = plain(last);
        if scope.relation(&name).is_some() {
            return Ok(true);
        }
        let column = scope.holders(last);
        let outer = self.scopes.iter().any(|scope| scope.relation(&name).is_some());
        if outer || column.uncertain || (!column.relations.is_empty() && self.dialect == Dialect::DuckDb) {
            return Ok(false);
        }
        Err(self.unknown_qualifier(last))
    }
}

/// Words that DuckDB reads as a kind of join where the parser reads an alias.
const JOIN_WORDS: [&str; 8] = ["ASOF", "POSITIONAL", "SEMI", "ANTI", "SAMPLE", "TABLESAMPLE", "PIVOT", "UNPIVOT"];

fn known<'a>(names: &[&str]) -> Columns<'a> {
    Columns::named(names.iter().map(|name| (*name).to_owned()))
}

fn table_not_found(catalog: &Catalog, idents: &[&Ident]) -> Rejected {
    let written = idents.iter().map(|i| shown(i)).collect::<Vec<_>>().join(".");
    let last = idents.last().map(|i| shown(i)).unwrap_or_default();
    let names: Vec<String> = catalog.tables.iter().map(Table::qualified_name).collect();
    let mut near: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|n| n.rsplit('.').next().is_some_and(|own| own.eq_ignore_ascii_case(&last)))
        .collect();
    if near.is_empty() {
        near = nearest_names(&last, names.iter().map(String::as_str), 3);
    }
    let suggestion = did_you_mean(&near).unwrap_or_else(|| match names.as_slice() {
        [] => "this source has no tables".to_owned(),
        names => format!(
            "the tables are {}{}",
            names.iter().take(10).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", "),
            if names.len() > 10 { ", ..." } else { "" }
        ),
    });
    let rejected = reject(ErrorCode::TableNotFound, format!("There is no table `{written}`.")).suggest(suggestion);
    match idents.first() {
        Some(first) => rejected.span(first.span),
        None => rejected,
    }
}

/// A scope for what only has names, such as the parameters of a lambda.
pub(super) fn scope_of_names<'a>(names: Vec<String>, (first, others): (f64, f64)) -> Scope<'a> {
    Scope::of_columns(Columns::named(names).resized(|i, _| if i == 0 { first } else { others }))
}
