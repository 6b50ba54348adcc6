//! Function calls: only what is on the dialect's list, with every argument walked.

use super::Rejected;
use super::growth::{Arguments, check_growth, element_of, grows, of_call};
use super::mismatch::check_aggregate;
use super::names::{lower, parts};
use super::rejection::{did_you_mean, reject};
use super::walk::{Walk, refused, shown};
use crate::functions::FunctionVerdict;
use crate::nearest_names;
use sqlparser::ast::{
    Function, FunctionArg, FunctionArgExpr, FunctionArgOperator, FunctionArgumentClause, FunctionArgumentList,
    FunctionArguments, Ident, ObjectName, WindowFrame, WindowFrameBound, WindowSpec, WindowType,
};
use vouch_model::{DataType, ErrorCode};

impl<'a> Walk<'a> {
    pub(super) fn call(&mut self, function: &'a Function) -> Result<Option<&'a DataType>, Rejected> {
        let Function { name, uses_odbc_syntax, parameters, args, within_group, filter, null_treatment, over } =
            function;
        let called = self.callable(name)?;
        self.spread.note_call(&called);
        let qualifier = parts(name).and_then(|parts| parts.len().checked_sub(2).and_then(|at| parts.get(at).copied()));
        let receiver = self.receiver(qualifier);
        if *uses_odbc_syntax || null_treatment.is_some() || !matches!(parameters, FunctionArguments::None) {
            return Err(refused("This form of function call is not supported"));
        }
        let given = match args {
            FunctionArguments::List(list) => Some(Arguments { list, is_method: receiver.is_some() }),
            FunctionArguments::None | FunctionArguments::Subquery(_) => None,
        };
        self.note_call_aside(&called, given);
        let size = match args {
            FunctionArguments::None => 8.0,
            FunctionArguments::Subquery(query) => {
                self.query(query)?;
                self.growth.largest
            }
            FunctionArguments::List(list) => {
                let arguments = Arguments { list, is_method: receiver.is_some() };
                let given = if self.is_duckdb() && grows(&called) {
                    self.growing(&called, arguments)?
                } else {
                    self.arguments(&called, list)?
                };
                let sizes: Vec<f64> = receiver.into_iter().chain(given).collect();
                of_call(&called, &sizes, arguments, self.dialect)?
            }
        };
        self.order_list(within_group)?;
        if let Some(filter) = filter {
            self.expr(filter)?;
        }
        match over {
            None | Some(WindowType::NamedWindow(_)) => {}
            Some(WindowType::WindowSpec(spec)) => self.window_spec(spec)?,
        }
        self.growth.sum = size;
        Ok(None)
    }

    /// A large value made of a large value is larger than either says, so they do not nest.
    fn growing(&mut self, called: &str, arguments: Arguments<'a>) -> Result<Vec<f64>, Rejected> {
        check_growth(called, arguments)?;
        if self.inside_growing {
            let message = format!("{called}() inside another function that makes large values is not supported");
            return Err(refused(message).suggest("use one of them alone"));
        }
        self.inside_growing = true;
        let walked = self.arguments(called, arguments.list);
        self.inside_growing = false;
        walked
    }

    /// The function's name in lower case, if it may be called.
    fn callable(&mut self, name: &'a ObjectName) -> Result<String, Rejected> {
        let idents = parts(name).ok_or_else(|| refused("A function is named by a plain name"))?;
        let Some((last, qualifiers)) = idents.split_last() else { return Err(refused("A function needs a name")) };
        let called = lower(last);
        self.refuse_own_function(&called).map_err(|rejected| rejected.span(last.span))?;
        match self.functions.in_expression(&called) {
            FunctionVerdict::Allowed => {}
            FunctionVerdict::Refused => {
                let message = format!(
                    "{called}() may not be called here: it reaches beyond the tables of this source, or has no use in a query."
                );
                return Err(reject(ErrorCode::FunctionNotAllowed, message).suggest("leave it out").span(last.span));
            }
            FunctionVerdict::Unknown => return Err(self.unknown_function(last)),
        }
        // `text.upper()` is the function on a column; with anything else in front, nobody knows whose it is.
        match qualifiers {
            [] => Ok(called),
            [qualifier] if self.is_duckdb() && !is_schema(qualifier) => self.column(qualifier).map(|_| called),
            _ => Err(refused(format!("{name} cannot be called with a qualified name"))
                .suggest(format!("write {called}(...)"))
                .span(last.span)),
        }
    }

    /// A function of the source's own may be called like one that anybody may call, and do anything.
    pub(super) fn refuse_own_function(&self, called: &str) -> Result<(), Rejected> {
        match self.context.catalog {
            Some(catalog) if catalog.own_functions.iter().any(|own| own == called) => Err(own_function(called)),
            _ => Ok(()),
        }
    }

    fn unknown_function(&self, ident: &Ident) -> Rejected {
        let name = shown(ident);
        let wanted = name.to_ascii_lowercase();
        let near = nearest_names(&wanted, self.functions.callable_names(), 3);
        let known = EQUIVALENTS
            .iter()
            .find(|(foreign, _, _)| *foreign == wanted)
            .map(|(_, duckdb, sqlite)| format!("use {}", if self.is_duckdb() { duckdb } else { sqlite }));
        let rejected = reject(ErrorCode::FunctionNotFound, format!("There is no function `{name}`.")).span(ident.span);
        match known.or_else(|| did_you_mean(&near)) {
            Some(suggestion) => rejected.suggest(suggestion),
            None => rejected.suggest("use a function that this engine has"),
        }
    }

    /// Walks them all and gives the sizes that their values may have.
    fn arguments(&mut self, called: &str, list: &'a FunctionArgumentList) -> Result<Vec<f64>, Rejected> {
        let FunctionArgumentList { duplicate_treatment: _, args, clauses } = list;
        let mut sizes = Vec::with_capacity(args.len());
        let outer = std::mem::replace(&mut self.growth.element, element_of(called));
        for arg in args {
            self.growth.sum = 0.0;
            match arg {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => {
                    let data_type = self.expr(expr)?;
                    check_aggregate(self.dialect, called, expr, data_type)?;
                }
                other => self.argument(other)?,
            }
            sizes.push(self.growth.sum);
        }
        self.growth.element = outer;
        self.argument_clauses(clauses)?;
        Ok(sizes)
    }

    fn argument_clauses(&mut self, clauses: &'a [FunctionArgumentClause]) -> Result<(), Rejected> {
        clauses.iter().try_for_each(|clause| match clause {
            FunctionArgumentClause::IgnoreOrRespectNulls(_) => Ok(()),
            FunctionArgumentClause::OrderBy(list) => self.order_list(list),
            _ => Err(refused("This addition to a function's arguments is not supported")),
        })
    }

    pub(super) fn argument(&mut self, arg: &'a FunctionArg) -> Result<(), Rejected> {
        let value = match arg {
            FunctionArg::Unnamed(value) => value,
            FunctionArg::Named {
                name: _,
                arg,
                operator: FunctionArgOperator::Assignment | FunctionArgOperator::RightArrow,
            } if self.is_duckdb() => arg,
            FunctionArg::Named { .. } | FunctionArg::ExprNamed { .. } => {
                return Err(refused("This form of named argument is not supported").suggest("write name := value"));
            }
        };
        match value {
            FunctionArgExpr::Expr(expr) => self.expr(expr).map(drop),
            FunctionArgExpr::Wildcard => Ok(()),
            FunctionArgExpr::QualifiedWildcard(name) if self.is_duckdb() => {
                let idents = parts(name).ok_or_else(|| refused("This kind of .* is not supported"))?;
                self.table_in_sight(&idents).map(drop)
            }
            FunctionArgExpr::QualifiedWildcard(_) | FunctionArgExpr::WildcardWithOptions(_) => {
                Err(refused("This kind of * is not supported in a function"))
            }
        }
    }

    pub(super) fn window_spec(&mut self, spec: &'a WindowSpec) -> Result<(), Rejected> {
        let WindowSpec { window_name: _, partition_by, order_by, window_frame } = spec;
        partition_by.iter().try_for_each(|expr| self.expr(expr).map(drop))?;
        self.order_list(order_by)?;
        let Some(WindowFrame { units: _, start_bound, end_bound }) = window_frame else { return Ok(()) };
        for bound in [Some(start_bound), end_bound.as_ref()].into_iter().flatten() {
            match bound {
                WindowFrameBound::CurrentRow
                | WindowFrameBound::Preceding(None)
                | WindowFrameBound::Following(None) => {}
                WindowFrameBound::Preceding(Some(expr)) | WindowFrameBound::Following(Some(expr)) => {
                    self.expr(expr)?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn own_function(called: &str) -> Rejected {
    let message = format!("{called}() is a macro of this database, and what it does is not known here.");
    reject(ErrorCode::FunctionNotAllowed, message).suggest("write out what it computes, or make a view of it")
}

fn is_schema(ident: &Ident) -> bool {
    ["main", "pg_catalog", "information_schema", "system", "temp"].contains(&lower(ident).as_str())
}

/// Functions of other engines that people and models reach for, with what to write in DuckDB and SQLite.
const EQUIVALENTS: [(&str, &str, &str); 16] = [
    ("year", "year(x)", "strftime('%Y', x)"),
    ("month", "month(x)", "strftime('%m', x)"),
    ("day", "day(x)", "strftime('%d', x)"),
    ("date_trunc", "date_trunc('month', x)", "strftime('%Y-%m-01', x)"),
    ("date_part", "date_part('year', x)", "strftime('%Y', x)"),
    ("to_char", "strftime(x, '%Y-%m')", "strftime('%Y-%m', x)"),
    ("date_format", "strftime(x, '%Y-%m')", "strftime('%Y-%m', x)"),
    ("to_date", "strptime(x, '%Y-%m-%d')", "date(x)"),
    ("getdate", "current_timestamp", "datetime('now')"),
    ("now", "now()", "datetime('now')"),
    ("curdate", "current_date", "date('now')"),
    ("isnull", "ifnull(a, b)", "ifnull(a, b)"),
    ("nvl", "coalesce(a, b)", "coalesce(a, b)"),
    ("len", "len(x)", "length(x)"),
    ("julianday", "date_diff('day', a, b)", "julianday(x)"),
    ("iif", "CASE WHEN ... THEN ... ELSE ... END", "iif(a, b, c)"),
];
