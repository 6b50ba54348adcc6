//! Values that grow. An engine computes a value in one go: no time limit or stop reaches into it, and DuckDB does
//! not count it against its memory limit. So how large it may become is decided here, in two steps: functions that
//! are told how much to make are told a small number, and the size of every value is estimated from its parts,
//! through subqueries and WITH, so that no chain of small steps makes a large one.
//!
//! DuckDB works on 2,048 rows at a time in each of up to 8 threads: a value of 256 KB is 4 GB of them at the worst.
//! SQLite works on one, so that only the work inside it counts.

use super::Rejected;
use super::likeness::check_compared;
use super::names::plain;
use super::rejection::reject;
use super::scope::Columns;
use super::walk::Walk;
use sqlparser::ast::{
    BinaryOperator, DataType as SqlType, DateTimeField, Expr, FunctionArg, FunctionArgExpr, FunctionArgumentList,
    FunctionArguments, Ident, Interval, UnaryOperator, Value,
};
use vouch_model::{DataType, Dialect, ErrorCode};

/// Characters or elements that one call may be told to make.
const MOST: f64 = 10_000.0;

/// Bytes that a value may have by estimate.
const LARGEST: f64 = 262_144.0;
const LARGEST_IN_SQLITE: f64 = 4_194_304.0;

/// Bytes of a text that SQLite looks for inside another one: it compares it at every place.
const LONGEST_SOUGHT: f64 = 1_000.0;

/// What a text in a table is taken to have. Real ones may be longer; what is bounded is how much they grow.
pub(super) const USUAL: f64 = 100.0;

/// Numbers, dates and the like, and an element of a list.
pub(super) const SMALL: f64 = 8.0;

/// What an aggregate gathers from many rows. The engine counts it while it gathers.
pub(super) const GATHERED: f64 = 32_768.0;

/// What a recursive query is taken to have made so far. Steps that add a piece stay near it; those that multiply
/// do not.
pub(super) const RECURSIVE: f64 = 100_000.0;

/// Kept by the walk.
pub(super) struct Growth {
    /// The sizes of the expressions that were walked since it was last set to zero.
    pub(super) sum: f64,
    /// The largest value that any SELECT so far may give: for columns that nobody can tell apart.
    pub(super) largest: f64,
    /// What the first parameter of a lambda may have, and the others.
    pub(super) element: (f64, f64),
    /// The size of what the method that is walked next is called on.
    pub(super) receiver: Option<f64>,
}

impl Default for Growth {
    fn default() -> Self {
        Self { sum: 0.0, largest: USUAL, element: (SMALL, SMALL), receiver: None }
    }
}

impl Walk<'_> {
    /// The size that the value of an expression may have, once its parts have been walked. Refuses what is too large.
    pub(super) fn size_of(&self, expr: &Expr) -> Result<f64, Rejected> {
        let size = match expr {
            Expr::Identifier(ident) => self.column_size(None, ident),
            Expr::CompoundIdentifier(idents) => match idents.as_slice() {
                [.., qualifier, column] => self.column_size(Some(qualifier), column),
                _ => USUAL,
            },
            Expr::Value(value) => match &value.value {
                Value::SingleQuotedString(text) => text.len() as f64,
                _ => SMALL,
            },
            Expr::IsFalse(_)
            | Expr::IsNotFalse(_)
            | Expr::IsTrue(_)
            | Expr::IsNotTrue(_)
            | Expr::IsNull(_)
            | Expr::IsNotNull(_)
            | Expr::IsDistinctFrom(..)
            | Expr::IsNotDistinctFrom(..)
            | Expr::InList { .. }
            | Expr::InSubquery { .. }
            | Expr::Between { .. }
            | Expr::Exists { .. }
            | Expr::Like { .. }
            | Expr::ILike { .. }
            | Expr::SimilarTo { .. }
            | Expr::AnyOp { .. }
            | Expr::AllOp { .. }
            | Expr::Extract { .. }
            | Expr::Position { .. }
            | Expr::UnaryOp { .. } => SMALL,
            Expr::Substring { substring_for: Some(length), .. } => {
                bound(length).map_or(self.growth.sum, |characters| self.growth.sum.min(4.0 * characters))
            }
            _ => self.growth.sum,
        };
        let largest = if self.is_duckdb() { LARGEST } else { LARGEST_IN_SQLITE };
        if size > largest { Err(too_large(size)) } else { Ok(size) }
    }

    /// The size of the column that the name means: of the relation in front, or of the nearest that has it. What
    /// is not found (a field of a struct) may be as large as anything.
    pub(super) fn column_size(&self, qualifier: Option<&Ident>, ident: &Ident) -> f64 {
        let name = plain(ident);
        for scope in self.scopes.iter().rev().filter(|scope| !scope.hidden) {
            let relations = match qualifier.map(|qualifier| scope.relation(&plain(qualifier))) {
                None => scope.relations.as_slice(),
                Some(Some(relation)) => std::slice::from_ref(relation),
                Some(None) => continue,
            };
            let sizes = relations.iter().filter_map(|relation| match &relation.columns {
                Columns::Table(table) => table.column(&name).map(|column| usual_size(&column.data_type)),
                Columns::Listed(listed) => {
                    let own = listed.columns.iter().find(|column| column.name.eq_ignore_ascii_case(&name));
                    own.map(|column| column.size).or(listed.open.then_some(self.growth.largest))
                }
                // A table of a source that is not known.
                Columns::Unknown(_) if relation.is_table => Some(USUAL),
                Columns::Unknown(_) => Some(self.growth.largest),
            });
            // DuckDB's SELECT list knows the names that it has given so far.
            let given = scope.given.iter().filter(|given| given.name.eq_ignore_ascii_case(&name));
            if let Some(size) = sizes.chain(given.map(|given| given.size)).reduce(f64::max) {
                return size;
            }
            // A whole row of a table, as a struct.
            if let (None, Some(relation)) = (qualifier, scope.relation(&name)) {
                return self.row_size(&relation.columns);
            }
        }
        self.growth.largest
    }

    fn row_size(&self, columns: &Columns<'_>) -> f64 {
        match columns.all() {
            Some(all) => all.iter().map(|column| column.size).sum(),
            None => self.growth.largest * columns.width() as f64,
        }
    }

    /// What a method is called on: `text.repeat(3)` is `repeat(text, 3)`.
    pub(super) fn receiver(&mut self, qualifier: Option<&Ident>) -> Option<f64> {
        let chained = self.growth.receiver.take();
        chained.or_else(|| qualifier.map(|ident| self.column_size(None, ident)))
    }
}

pub(super) fn usual_size(data_type: &DataType) -> f64 {
    if data_type.is_numeric() || data_type.is_temporal() || *data_type == DataType::Bool { SMALL } else { USUAL }
}

fn too_large(size: f64) -> Rejected {
    let message =
        format!("A single value here could grow to some {} KB by repeating and joining.", (size / 1_024.0).ceil());
    reject(ErrorCode::TooLarge, message).suggest("join fewer long texts or lists, and repeat or replace less")
}

/// A recursive query whose values multiply at every step. `largest` stands for columns without names.
pub(super) fn grows_by_itself(columns: &Columns<'_>, largest: f64) -> Result<(), Rejected> {
    let widest = match columns {
        Columns::Listed(listed) if !listed.open => listed.columns.iter().map(|column| column.size).fold(0.0, f64::max),
        Columns::Table(_) => 0.0,
        _ => largest,
    };
    if widest <= 1.5 * RECURSIVE {
        return Ok(());
    }
    Err(reject(ErrorCode::TooLarge, "The values of this recursive query multiply at every step.")
        .suggest("add to them at each step, and do not join them with themselves"))
}

pub(super) fn of_operator(op: &BinaryOperator, left: f64, right: f64) -> f64 {
    match op {
        BinaryOperator::StringConcat => left + right,
        BinaryOperator::Arrow | BinaryOperator::LongArrow => left,
        _ => SMALL,
    }
}

/// What the parameters of a lambda in this call may have. A list's elements are small if there are many; what
/// `reduce` carries along is as large as all of them, and must not multiply.
pub(super) fn element_of(called: &str) -> (f64, f64) {
    (if is_reduce(called) { RECURSIVE } else { SMALL }, SMALL)
}

fn is_reduce(called: &str) -> bool {
    matches!(called, "list_reduce" | "array_reduce" | "reduce")
}

/// The arguments of a call. What a method is called on is the first of them, and not in the list.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'l> {
    pub(super) list: &'l FunctionArgumentList,
    pub(super) is_method: bool,
}

impl<'l> Arguments<'l> {
    pub(super) fn len(self) -> usize {
        self.list.args.len() + usize::from(self.is_method)
    }

    pub(super) fn at(self, index: usize) -> Option<&'l Expr> {
        match self.list.args.get(index.checked_sub(usize::from(self.is_method))?)? {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
            _ => None,
        }
    }
}

/// The size of what a call gives, from the sizes of its arguments.
pub(super) fn of_call(
    called: &str,
    sizes: &[f64],
    arguments: Arguments<'_>,
    dialect: Dialect,
) -> Result<f64, Rejected> {
    let sum: f64 = sizes.iter().sum();
    let at = |index: usize| sizes.get(index).copied().unwrap_or(0.0);
    let first = at(0);
    let told = |index: usize| arguments.at(index).and_then(bound).unwrap_or(MOST);
    let elements = (first / SMALL).max(1.0);
    if dialect == Dialect::Sqlite && matches!(called, "instr" | "replace") && at(1) > LONGEST_SOUGHT {
        let message = format!("{called}() may look for at most {LONGEST_SOUGHT} characters here.");
        return Err(reject(ErrorCode::TooLarge, message).suggest("look for substr(..., 1, 200)"));
    }
    check_compared(called, arguments)?;
    Ok(match called {
        "repeat" => first * told(1),
        "lpad" | "rpad" => first.max(4.0 * told(1)),
        "range" | "generate_series" => SMALL * (0..sizes.len()).map(told).fold(1.0, f64::max),
        "list_resize" | "array_resize" => first + told(1) * at(2).max(SMALL),
        "replace" => first * (at(2) / literal_length(arguments, 1)).max(1.0),
        "regexp_replace" if sizes.len() > 3 => first * at(2).max(1.0),
        "concat_ws" => sum + first * sizes.len() as f64,
        "array_to_string" | "array_to_string_comma_default" | "list_string_agg" => first + elements * at(1),
        "list_transform" | "array_transform" | "list_apply" | "array_apply" | "apply" => elements * at(1),
        _ if is_reduce(called) => {
            if at(1) > 1.5 * RECURSIVE {
                return Err(too_large(LARGEST * 2.0));
            }
            2.0 * first
        }
        "format" | "printf" => sum + width(called, arguments, dialect)?,
        "bin" | "to_binary" | "bitstring" => sum * 8.0,
        "hex" | "to_hex" | "url_encode" | "to_base64" | "base64" | "to_json" | "json_quote" | "json_pretty" => {
            sum * 3.0
        }
        "string_split"
        | "str_split"
        | "string_to_array"
        | "split"
        | "string_split_regex"
        | "str_split_regex"
        | "regexp_split_to_array"
        | "regexp_extract_all" => first * 4.0,
        "damerau_levenshtein" | "levenshtein" | "editdist3" => {
            let table = first * at(1) * SMALL;
            if table > LARGEST * 16.0 {
                return Err(too_large(table));
            }
            SMALL
        }
        "string_agg" | "group_concat" | "listagg" | "list" | "array_agg" | "json_group_array" | "json_group_object"
        | "histogram" => GATHERED.max(sum),
        "coalesce" | "ifnull" | "nullif" | "if" | "greatest" | "least" | "max" | "min" | "any_value" | "first"
        | "last" | "arg_max" | "arg_min" | "max_by" | "min_by" => sizes.iter().copied().fold(0.0, f64::max),
        "length" | "len" | "strlen" | "count" | "contains" | "instr" | "strpos" | "starts_with" | "hash" | "md5" => {
            SMALL
        }
        _ => sum,
    })
}

/// The widths that a format asks for, which must stand in it as numbers.
fn width(called: &str, arguments: Arguments<'_>, dialect: Dialect) -> Result<f64, Rejected> {
    let unclear = || {
        reject(ErrorCode::TooLarge, format!("The widths in a format are written in it, as numbers up to {MOST}."))
            .suggest("write the format as a text, such as '%10d' or, in DuckDB's format(), '{:>10}'")
    };
    let format = match arguments.at(0) {
        Some(Expr::Value(value)) => literal_text(&value.value).ok_or_else(unclear)?,
        _ => return Err(unclear()),
    };
    let mut total = 0.0;
    let is_printf = called == "printf" || dialect == Dialect::Sqlite;
    for place in places(is_printf, format) {
        // A width that is an argument itself: `%*d`, `{:{}}`.
        if place.contains(['*', '{']) {
            return Err(unclear());
        }
        for digits in place.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()) {
            let number: f64 = digits.parse().map_err(|_| unclear())?;
            if number > MOST {
                return Err(unclear());
            }
            total += number;
        }
    }
    Ok(total)
}

/// The parts of a format that say how a value is shown: from `%` to its letter, from `{` to `}`.
fn places(is_printf: bool, format: &str) -> Vec<&str> {
    if is_printf {
        let rests = format.split('%').skip(1);
        return rests.map(|rest| rest.split(|c: char| c.is_ascii_alphabetic()).next().unwrap_or_default()).collect();
    }
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('{') {
        match after.strip_prefix('{') {
            Some(escaped) => rest = escaped,
            None => {
                let (inside, behind) = after.split_once('}').unwrap_or((after, ""));
                found.push(inside);
                rest = behind;
            }
        }
    }
    found
}

/// The length of a literal text; 1 for anything else, which is the least that can be replaced.
fn literal_length(arguments: Arguments<'_>, index: usize) -> f64 {
    match arguments.at(index) {
        Some(Expr::Value(value)) => match &value.value {
            Value::SingleQuotedString(text) => (text.len() as f64).max(1.0),
            _ => 1.0,
        },
        _ => 1.0,
    }
}

/// Where the function is told how much to make; `None` if it is not one of them.
fn size_arguments(called: &str) -> Option<std::ops::Range<usize>> {
    match called {
        "repeat" | "lpad" | "rpad" | "list_resize" | "array_resize" | "bitstring" => Some(1..2),
        "range" | "generate_series" => Some(0..3),
        _ => None,
    }
}

pub(super) fn grows(called: &str) -> bool {
    size_arguments(called).is_some()
}

/// Refuses a call whose size is not plainly small.
pub(super) fn check_growth(called: &str, arguments: Arguments<'_>) -> Result<(), Rejected> {
    let Some(places) = size_arguments(called) else { return Ok(()) };
    for index in places.filter(|index| *index < arguments.len()) {
        let small = arguments.at(index).is_some_and(|expr| bound(expr).is_some() || is_long_step(expr));
        if !small {
            let message = format!(
                "{called}() may make at most {MOST} characters or elements here, and says how many as a number."
            );
            let instead = format!("write a number up to {MOST}, or least(..., {MOST})");
            return Err(reject(ErrorCode::TooLarge, message).suggest(instead));
        }
    }
    Ok(())
}

/// A number up to the bound, or something that is bounded by one.
pub(super) fn bound(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Nested(inner) => bound(inner),
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => bound(expr),
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.to_string().parse::<f64>().ok().filter(|n| *n <= MOST),
            _ => None,
        },
        Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("least") => match &function.args {
            FunctionArguments::List(list) => {
                let all = Arguments { list, is_method: false };
                (0..all.len()).filter_map(|i| bound(all.at(i)?)).reduce(f64::min)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A day at least, or a day: from one to another there are few steps. Seconds of a century are a list of billions.
fn is_long_step(expr: &Expr) -> bool {
    match expr {
        Expr::TypedString(typed) => match typed.data_type {
            SqlType::Interval { .. } => literal_text(&typed.value.value).is_some_and(is_long_unit),
            _ => true,
        },
        Expr::Interval(Interval { value, leading_field, .. }) => match leading_field {
            Some(field) => is_long_field(field),
            None => matches!(value.as_ref(), Expr::Value(v) if literal_text(&v.value).is_some_and(is_long_unit)),
        },
        _ => false,
    }
}

pub(super) fn literal_text(value: &Value) -> Option<&str> {
    match value {
        Value::SingleQuotedString(text) => Some(text),
        _ => None,
    }
}

fn is_long_unit(text: &str) -> bool {
    let unit = text.split_whitespace().nth(1).unwrap_or_default().to_ascii_lowercase();
    ["day", "week", "month", "quarter", "year"].iter().any(|long| unit.trim_end_matches('s') == *long)
        && text.split_whitespace().count() == 2
        && !text.starts_with('0')
}

fn is_long_field(field: &DateTimeField) -> bool {
    let word = field.to_string().to_ascii_lowercase();
    ["day", "week", "month", "quarter", "year"].contains(&word.trim_end_matches('s'))
}
