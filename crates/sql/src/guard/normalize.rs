//! Changes to the tree that make it say what it means before it is checked, and print so that an engine reads
//! it the same way. Called by `check`; refuses names that do not survive printing.

use super::Rejected;
use super::isolate::{Isolation, mark_ctes, mark_dotted, mark_factor, mark_stars, note_reference};
use super::likeness::shorten_compared;
use super::names::plain;
use super::parse::parse_expression;
use super::rejection::reject;
use super::walk::{Seen, place};
use crate::dialect::is_reserved;
use crate::visiting::change;
use sqlparser::ast::{
    Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgOperator, FunctionArgumentClause, FunctionArguments,
    Ident, Query, Select, SelectItem, TableAlias, TableFactor, UnaryOperator, Value, ValueWithSpan, VisitorMut,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use vouch_model::{Dialect, ErrorCode};

/// Normalizes the tree and counts its nodes: every one is reached by the parser's own visitor, so the walk can be
/// held against the count. With `numbered` the names that a tenant's rewriting asks about get a number.
pub(super) fn normalize(query: &mut Query, dialect: Dialect, numbered: bool) -> Result<Seen, Rejected> {
    let work = if numbered { Work::Number(0) } else { Work::Normalize };
    Pass::over(query, dialect, work).map(|pass| pass.seen)
}

/// SQLite's "Alice" for a text becomes 'Alice', so that nobody downstream takes it for a column.
pub(super) fn texts_in_single_quotes(
    query: &mut Query,
    dialect: Dialect,
    texts: &BTreeSet<(u64, u64)>,
) -> Result<(), Rejected> {
    Pass::over(query, dialect, Work::Texts(texts)).map(drop)
}

/// Puts the tenant's rows in the place of every protected table.
pub(super) fn isolate(query: &mut Query, dialect: Dialect, isolation: &Isolation) -> Result<(), Rejected> {
    Pass::over(query, dialect, Work::Isolate(isolation)).map(drop)
}

/// Every table that the tree reads, sorted, as often as it stands there.
pub(super) fn references(query: &mut Query, dialect: Dialect) -> Result<Vec<String>, Rejected> {
    let mut references = Pass::over(query, dialect, Work::List)?.references;
    references.sort();
    Ok(references)
}

/// One type for all passes: each visitor type is compiled anew for the whole of the syntax tree, which takes a
/// minute.
struct Pass<'t> {
    dialect: Dialect,
    seen: Seen,
    work: Work<'t>,
    references: Vec<String>,
}

enum Work<'t> {
    Normalize,
    /// The same, with the last number that was given.
    Number(u64),
    /// Where texts in double quotes begin.
    Texts(&'t BTreeSet<(u64, u64)>),
    Isolate(&'t Isolation),
    List,
}

impl<'t> Pass<'t> {
    fn over(query: &mut Query, dialect: Dialect, work: Work<'t>) -> Result<Self, Rejected> {
        let mut pass = Pass { dialect, seen: Seen::default(), work, references: Vec::new() };
        match change(query, &mut pass) {
            ControlFlow::Continue(()) => Ok(pass),
            ControlFlow::Break(rejected) => Err(*rejected),
        }
    }
}

impl VisitorMut for Pass<'_> {
    type Break = Box<Rejected>;

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<Self::Break> {
        self.seen.queries += 1;
        match &mut self.work {
            Work::Number(number) => mark_ctes(query, number),
            Work::Isolate(isolation) => isolation.rewrite_ctes(query),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<Self::Break> {
        self.seen.expressions += 1;
        match &mut self.work {
            Work::Normalize => self.normalize(expr),
            Work::Number(number) => {
                if let Expr::CompoundIdentifier(idents) = expr {
                    mark_dotted(idents, number);
                }
                self.normalize(expr);
            }
            Work::Texts(texts) => requote(expr, texts),
            Work::Isolate(isolation) => isolation.rewrite_expr(expr),
            Work::List => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<Self::Break> {
        for item in &mut select.projection {
            if let SelectItem::ExprWithAlias { alias, .. } = item {
                self.quote_reserved(alias);
            }
        }
        match &mut self.work {
            Work::Number(number) => mark_stars(select, number),
            Work::Isolate(isolation) => isolation.rewrite_projection(select),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<Self::Break> {
        self.seen.factors += 1;
        if let TableFactor::Table { alias: Some(alias), .. } | TableFactor::Derived { alias: Some(alias), .. } = factor
        {
            spell_out(alias);
        }
        match &mut self.work {
            Work::Number(number) => mark_factor(factor, number),
            Work::List => note_reference(factor, &mut self.references),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// After its parts, so that what takes the table's place is not visited in turn.
    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<Self::Break> {
        if let Work::Isolate(isolation) = &self.work
            && let Err(rejected) = isolation.rewrite_factor(factor, self.dialect)
        {
            return ControlFlow::Break(Box::new(rejected));
        }
        ControlFlow::Continue(())
    }

    /// A bracketed name ends at the first `]` for SQLite and at a single one for the parser; a name with a zero
    /// character ends there for an engine written in C.
    fn pre_visit_ident(&mut self, ident: &mut Ident) -> ControlFlow<Self::Break> {
        let cut_short =
            (ident.quote_style == Some('[') && ident.value.contains([']', '['])) || ident.value.contains('\0');
        if cut_short {
            let rejected = reject(ErrorCode::NotSupported, format!("The name {ident} cannot be written safely."))
                .suggest("write the name in double quotes")
                .span(ident.span);
            return ControlFlow::Break(Box::new(rejected));
        }
        if ident.quote_style.is_none() && !is_plain_word(&ident.value) {
            // SQLite takes an unknown name in double quotes for a text, one in backticks never.
            ident.quote_style = Some(if self.dialect == Dialect::Sqlite { '`' } else { '"' });
        }
        ControlFlow::Continue(())
    }
}

impl Pass<'_> {
    fn normalize(&self, expr: &mut Expr) {
        if self.dialect == Dialect::DuckDb {
            date_as_cast(expr);
        }
        match expr {
            Expr::Function(function) => {
                if let FunctionArguments::List(list) = &mut function.args {
                    list.args.iter_mut().for_each(|arg| comparison_instead_of_named(arg, self.dialect));
                }
                if self.dialect == Dialect::DuckDb {
                    shorten_compared(function);
                    nulls_inside(function);
                }
            }
            Expr::Value(ValueWithSpan { value, .. }) => self.undollar(value),
            Expr::UnaryOp { .. } => bracket_minus(expr),
            Expr::Identifier(ident) => self.quote_reserved(ident),
            Expr::CompoundIdentifier(idents) => idents.iter_mut().for_each(|ident| self.quote_reserved(ident)),
            _ => {}
        }
    }

    /// DuckDB's `$$it's$$` is the text 'it''s'; the tree keeps quotes doubled.
    fn undollar(&self, value: &mut Value) {
        if let (Dialect::DuckDb, Value::DollarQuotedString(text)) = (self.dialect, &*value) {
            *value = Value::SingleQuotedString(text.value.replace('\'', "''"));
        }
    }

    /// The parser lets some of SQLite's keywords stand as names (`SELECT delete FROM updates`); SQLite does not.
    fn quote_reserved(&self, ident: &mut Ident) {
        let word = ident.value.to_ascii_lowercase();
        let is_value = ["current_date", "current_time", "current_timestamp", "null"].contains(&word.as_str());
        if self.dialect == Dialect::Sqlite
            && ident.quote_style.is_none()
            && !is_value
            && is_reserved(&word, self.dialect)
        {
            ident.quote_style = Some('`');
        }
    }
}

/// `- -x` is printed as `--x`, which begins a comment.
pub(super) fn bracket_minus(expr: &mut Expr) {
    let Expr::UnaryOp { op: UnaryOperator::Minus, expr } = expr else { return };
    let is_plain = matches!(expr.as_ref(), Expr::Identifier(_) | Expr::Nested(_) | Expr::Function(_));
    if !is_plain && expr.to_string().starts_with('-') {
        let inner = std::mem::replace(expr.as_mut(), Expr::Value(Value::Null.into()));
        **expr = Expr::Nested(Box::new(inner));
    }
}

/// DuckDB has no function `date(x)`: it reads a type that is called as a cast.
fn date_as_cast(expr: &mut Expr) {
    let Expr::Function(Function { name, args: FunctionArguments::List(list), over: None, filter: None, .. }) =
        &mut *expr
    else {
        return;
    };
    if let [FunctionArg::Unnamed(FunctionArgExpr::Expr(inner))] = list.args.as_mut_slice()
        && name.to_string().eq_ignore_ascii_case("date")
        && let Some(mut cast) = parse_expression("CAST(x AS DATE)", Dialect::DuckDb)
        && let Expr::Cast { expr: place, .. } = &mut cast
    {
        std::mem::swap(place.as_mut(), inner);
        *expr = cast;
    }
}

/// `lag(x) IGNORE NULLS` as `lag(x IGNORE NULLS)`, which is where DuckDB has it.
fn nulls_inside(function: &mut Function) {
    if let FunctionArguments::List(list) = &mut function.args
        && let Some(treatment) = function.null_treatment.take()
    {
        list.clauses.push(FunctionArgumentClause::IgnoreOrRespectNulls(treatment));
    }
}

/// Letters outside ASCII are quoted: which of them may stand in a bare name differs from reader to reader.
fn is_plain_word(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '@')
}

/// `FROM a b` as `FROM a AS b`, so that no engine takes `b` for the beginning of a clause. Words that DuckDB
/// reads as a kind of join keep their form, and the walk refuses them.
fn spell_out(alias: &mut TableAlias) {
    let word = alias.name.value.to_ascii_uppercase();
    if alias.name.quote_style.is_some()
        || !["ASOF", "POSITIONAL", "SEMI", "ANTI", "SAMPLE", "TABLESAMPLE", "PIVOT", "UNPIVOT"].contains(&word.as_str())
    {
        alias.explicit = true;
    }
}

/// The parser reads `count_if(status = 'open')` as an argument named `status`; both engines read a comparison.
fn comparison_instead_of_named(arg: &mut FunctionArg, dialect: Dialect) {
    let text = match arg {
        FunctionArg::Named { name, arg: FunctionArgExpr::Expr(value), operator: FunctionArgOperator::Equals } => {
            format!("{name} = {value}")
        }
        FunctionArg::ExprNamed { name, arg: FunctionArgExpr::Expr(value), operator: FunctionArgOperator::Equals } => {
            format!("{name} = {value}")
        }
        _ => return,
    };
    if let Some(expr) = parse_expression(&text, dialect) {
        *arg = FunctionArg::Unnamed(FunctionArgExpr::Expr(expr));
    }
}

fn requote(expr: &mut Expr, texts: &BTreeSet<(u64, u64)>) {
    if let Expr::Identifier(ident) = expr
        && ident.quote_style == Some('"')
        && texts.contains(&place(ident.span))
    {
        let text = plain(ident).replace('\'', "''");
        *expr = Expr::Value(ValueWithSpan { value: Value::SingleQuotedString(text), span: ident.span });
    }
}
