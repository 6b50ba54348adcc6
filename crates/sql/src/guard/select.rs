//! One SELECT: its clauses in the order in which names become known, and the columns that come out of it.

use super::Rejected;
use super::names::{parts, plain};
use super::rejection::reject;
use super::scope::{Clause, Columns, Listed, OutputColumn, Relation, Scope};
use super::spread::{Given, Spread, check_width};
use super::walk::{Walk, refused};
use sqlparser::ast::{
    Distinct, ExcludeSelectItem, Expr, GroupByExpr, GroupByWithModifier, NamedWindowDefinition, NamedWindowExpr,
    OrderBy, RenameSelectItem, ReplaceSelectItem, Select, SelectFlavor, SelectItem, SelectItemQualifiedWildcardKind,
    WildcardAdditionalOptions,
};
use std::rc::Rc;
use vouch_model::{Dialect, ErrorCode};

impl<'a> Walk<'a> {
    /// `order_by` belongs to the query around it, but sees this SELECT's names.
    pub(super) fn select(
        &mut self,
        select: &'a Select,
        order_by: Option<&'a OrderBy>,
    ) -> Result<Columns<'a>, Rejected> {
        refuse_foreign_clauses(select)?;
        self.scopes.push(Scope::new());
        let result = self.clauses(select, order_by);
        self.scopes.pop();
        result
    }

    fn clauses(&mut self, select: &'a Select, order_by: Option<&'a OrderBy>) -> Result<Columns<'a>, Rejected> {
        for item in &select.from {
            self.source(item)?;
        }
        Spread::join(self.scopes.last().map_or(0, |scope| scope.relations.len()))?;
        let aliases = select.projection.iter().filter_map(|item| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(plain(alias).into_owned()),
            _ => None,
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.aliases = aliases.collect();
        }
        let columns = self.in_clause(Clause::Projection, |walk| walk.projection(select))?;
        self.in_clause(Clause::AfterProjection, |walk| {
            for condition in [&select.selection, &select.having, &select.qualify].into_iter().flatten() {
                walk.expr(condition)?;
            }
            walk.group_by(&select.group_by)?;
            select.named_window.iter().try_for_each(|window| walk.named_window(window))?;
            order_by.map_or(Ok(()), |order_by| walk.order_by(order_by))
        })?;
        Ok(columns)
    }

    fn projection(&mut self, select: &'a Select) -> Result<Columns<'a>, Rejected> {
        match &select.distinct {
            None | Some(Distinct::All | Distinct::Distinct) => {}
            Some(Distinct::On(_)) if self.dialect == Dialect::Sqlite => {
                return Err(refused("DISTINCT ON is not known to SQLite")
                    .suggest("use row_number() OVER (PARTITION BY ...) = 1 in a subquery"));
            }
            Some(Distinct::On(keys)) => {
                self.in_clause(Clause::AfterProjection, |walk| {
                    keys.iter().try_for_each(|key| walk.expr(key).map(drop))
                })?;
                self.in_clause(Clause::Projection, |_| Ok(()))?;
            }
        }
        if select.flavor == SelectFlavor::FromFirstNoSelect {
            let columns = self.star(None);
            self.spread.give(columns.width())?;
            return Ok(columns);
        }
        let mut output = Output::default();
        for item in &select.projection {
            self.select_item(item, &mut output)?;
        }
        let Output { columns, open, unknown, width } = output;
        self.spread.give(width)?;
        Ok(if unknown { Columns::Unknown(width) } else { Columns::Listed(Rc::new(Listed { columns, open, width })) })
    }

    fn select_item(&mut self, item: &'a SelectItem, output: &mut Output<'a>) -> Result<(), Rejected> {
        match item {
            SelectItem::UnnamedExpr(expr) => {
                let before = self.spread.before();
                let (data_type, size) = self.sized(expr)?;
                self.growth.largest = self.growth.largest.max(size);
                output.width += self.width_since(before, size);
                match output_name(expr) {
                    OutputName::Known(name) => output.columns.push(OutputColumn { name, data_type, size }),
                    OutputName::Generated => output.open = true,
                    OutputName::Several => output.unknown = true,
                }
            }
            SelectItem::ExprWithAlias { expr, alias } => {
                let before = self.spread.before();
                let (data_type, size) = self.sized(expr)?;
                self.growth.largest = self.growth.largest.max(size);
                output.width += self.width_since(before, size);
                let uses = self.spread.uses_since(before);
                let name = plain(alias).into_owned();
                if let Some(scope) = self.scopes.last_mut() {
                    scope.given.push(Given { name: name.clone(), size, uses });
                }
                output.columns.push(OutputColumn { name, data_type, size });
            }
            SelectItem::Wildcard(options) => {
                let changed = self.star_options(options)?;
                output.add(self.star(None), changed)?;
            }
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::ObjectName(name), options) => {
                let changed = self.star_options(options)?;
                let idents = parts(name).ok_or_else(|| refused("This kind of .* is not supported"))?;
                let columns = match idents.last() {
                    Some(last) if self.table_in_sight(&idents)? => self.star(Some(&plain(last))),
                    Some(last) => Columns::Unknown(self.width_of_struct(self.column_size(None, last))),
                    None => Columns::Unknown(1),
                };
                output.add(columns, changed)?;
            }
            SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::Expr(expr), options) => {
                self.star_options(options)?;
                let (_, size) = self.sized(expr)?;
                output.width += self.width_of_struct(size);
                output.unknown = true;
            }
            SelectItem::ExprWithAliases { .. } => {
                return Err(refused("Several aliases for one column are not supported"));
            }
        }
        Ok(())
    }

    /// The columns that `*` (or `name.*`) stands for.
    fn star(&self, name: Option<&str>) -> Columns<'a> {
        let Some(scope) = self.scopes.last() else { return Columns::Unknown(1) };
        let wanted = |relation: &&Relation<'a>| {
            name.is_none_or(|n| relation.name.as_deref().is_some_and(|r| r.eq_ignore_ascii_case(n)))
        };
        let width = scope.relations.iter().filter(wanted).map(|relation| relation.columns.width()).sum();
        let mut all: Vec<OutputColumn<'a>> = Vec::new();
        for relation in scope.relations.iter().filter(wanted) {
            let Some(columns) = relation.columns.all() else { return Columns::Unknown(width) };
            for column in columns {
                let again = name.is_none()
                    && scope.is_merged(&column.name)
                    && all.iter().any(|c| c.name.eq_ignore_ascii_case(&column.name));
                if !again {
                    all.push(column);
                }
            }
        }
        Columns::Listed(Rc::new(Listed { columns: all, open: false, width }))
    }

    /// Walks EXCLUDE, REPLACE and RENAME; tells whether the star's columns are no longer all known by name.
    fn star_options(&mut self, options: &'a WildcardAdditionalOptions) -> Result<bool, Rejected> {
        let WildcardAdditionalOptions {
            wildcard_token: _,
            opt_ilike,
            opt_exclude,
            opt_except,
            opt_replace,
            opt_rename,
            opt_alias,
        } = options;
        if opt_ilike.is_some() || opt_except.is_some() || opt_alias.is_some() {
            return Err(
                refused("This addition to * is not supported").suggest("use EXCLUDE (...), or list the columns")
            );
        }
        let any = opt_exclude.is_some() || opt_replace.is_some() || opt_rename.is_some();
        if any && self.dialect == Dialect::Sqlite {
            return Err(refused("SQLite's * takes no EXCLUDE, REPLACE or RENAME").suggest("list the columns"));
        }
        if let Some(ReplaceSelectItem { items }) = opt_replace {
            for item in items {
                self.expr(&item.expr)?;
            }
        }
        match opt_exclude {
            None | Some(ExcludeSelectItem::Single(_) | ExcludeSelectItem::Multiple(_)) => {}
        }
        match opt_rename {
            None | Some(RenameSelectItem::Single(_) | RenameSelectItem::Multiple(_)) => {}
        }
        Ok(opt_exclude.is_some() || opt_rename.is_some())
    }

    fn group_by(&mut self, group_by: &'a GroupByExpr) -> Result<(), Rejected> {
        let (expressions, modifiers): (&[Expr], _) = match group_by {
            GroupByExpr::All(modifiers) => (&[], modifiers),
            GroupByExpr::Expressions(expressions, modifiers) => (expressions, modifiers),
        };
        if let GroupByExpr::All(_) = group_by
            && self.dialect == Dialect::Sqlite
        {
            return Err(refused("GROUP BY ALL is not known to SQLite").suggest("list the columns to group by"));
        }
        expressions.iter().try_for_each(|expr| self.grouping(expr))?;
        modifiers.iter().try_for_each(|modifier| match modifier {
            GroupByWithModifier::GroupingSets(expr) => self.grouping(expr),
            _ => Err(refused("This form of GROUP BY is not supported").suggest("write ROLLUP (a, b) or CUBE (a, b)")),
        })
    }

    fn grouping(&mut self, expr: &'a Expr) -> Result<(), Rejected> {
        match expr {
            Expr::GroupingSets(sets) | Expr::Cube(sets) | Expr::Rollup(sets) => {
                if self.dialect == Dialect::Sqlite {
                    return Err(refused("SQLite has no GROUPING SETS, CUBE or ROLLUP")
                        .suggest("use UNION ALL of one grouping each"));
                }
                self.seen.expressions += 1;
                sets.iter().flatten().try_for_each(|expr| self.expr(expr).map(drop))
            }
            other => self.expr(other).map(drop),
        }
    }

    fn named_window(&mut self, window: &'a NamedWindowDefinition) -> Result<(), Rejected> {
        match &window.1 {
            NamedWindowExpr::WindowSpec(spec) => self.window_spec(spec),
            NamedWindowExpr::NamedWindow(_) => Ok(()),
        }
    }
}

#[derive(Default)]
struct Output<'a> {
    columns: Vec<OutputColumn<'a>>,
    open: bool,
    unknown: bool,
    /// How many there are, known or not.
    width: usize,
}

impl<'a> Output<'a> {
    fn add(&mut self, columns: Columns<'a>, changed: bool) -> Result<(), Rejected> {
        self.width += columns.width();
        check_width(self.width)?;
        match columns.all() {
            Some(all) if !changed => self.columns.extend(all),
            _ => self.unknown = true,
        }
        Ok(())
    }
}

enum OutputName {
    Known(String),
    /// A name of the engine's making.
    Generated,
    /// `unnest` of a struct, COLUMNS(...): as many columns as there are.
    Several,
}

fn output_name(expr: &Expr) -> OutputName {
    match expr {
        Expr::Identifier(ident) => OutputName::Known(plain(ident).into_owned()),
        Expr::CompoundIdentifier(idents) => match idents.last() {
            Some(last) => OutputName::Known(plain(last).into_owned()),
            None => OutputName::Generated,
        },
        Expr::Nested(inner) => output_name(inner),
        Expr::Function(function) => {
            let name = function.name.to_string().to_ascii_lowercase();
            if ["unnest", "columns", "unpack"].contains(&name.as_str()) {
                OutputName::Several
            } else {
                OutputName::Generated
            }
        }
        Expr::CompoundFieldAccess { .. } | Expr::BinaryOp { .. } | Expr::Cast { .. } => OutputName::Several,
        _ => OutputName::Generated,
    }
}

/// Clauses of other engines' SELECT. All fields are named, so that a new one is noticed.
fn refuse_foreign_clauses(select: &Select) -> Result<(), Rejected> {
    let Select {
        select_token: _,
        optimizer_hints,
        distinct: _,
        select_modifiers,
        top,
        top_before_distinct: _,
        projection: _,
        exclude,
        into,
        from: _,
        lateral_views,
        prewhere,
        selection: _,
        connect_by,
        group_by: _,
        cluster_by,
        distribute_by,
        sort_by,
        having: _,
        named_window: _,
        qualify: _,
        window_before_qualify: _,
        value_table_mode,
        flavor: _,
    } = select;
    if into.is_some() {
        return Err(reject(ErrorCode::NotReadOnly, "SELECT INTO makes a new table; only reading is allowed.")
            .suggest("leave INTO out"));
    }
    if top.is_some() {
        return Err(refused("TOP is not supported").suggest("write LIMIT n at the end"));
    }
    let foreign = !optimizer_hints.is_empty()
        || select_modifiers.is_some()
        || exclude.is_some()
        || !lateral_views.is_empty()
        || prewhere.is_some()
        || !connect_by.is_empty()
        || !cluster_by.is_empty()
        || !distribute_by.is_empty()
        || !sort_by.is_empty()
        || value_table_mode.is_some();
    if foreign { Err(refused("This SELECT has a clause that is not supported")) } else { Ok(()) }
}
