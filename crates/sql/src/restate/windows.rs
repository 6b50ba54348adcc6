//! Window functions in words: ranks, running totals, the row before.

use super::functions::arguments;
use super::scope::Scope;
use super::{Restater, words};
use crate::inspect::aggregates::function_name;
use sqlparser::ast::{Expr, Function, WindowFrame, WindowFrameBound, WindowFrameUnits, WindowSpec, WindowType};

impl Restater<'_> {
    /// `None` where the window has no words: the caller quotes it.
    pub(super) fn window_call(&self, function: &Function, scope: &Scope<'_>) -> Option<String> {
        let Some(WindowType::WindowSpec(spec)) = &function.over else { return None };
        let plain = spec.window_name.is_none() && !super::functions::has_odd_clauses(function);
        if !plain {
            return None;
        }
        let args = arguments(function).unwrap_or_default();
        let where_in = self.partition(spec, scope);
        let order = self.window_order(spec, scope);
        let ranked = |what: String| {
            let order = order.as_ref().map(|order| format!(" ({order})")).unwrap_or_default();
            format!("{what}{where_in}{order}")
        };
        let name = function_name(function);
        let said = match (name.as_str(), args.as_slice()) {
            ("row_number", []) => ranked("position".to_owned()),
            ("rank", []) => ranked("rank".to_owned()),
            ("dense_rank", []) => ranked("rank without gaps".to_owned()),
            ("percent_rank", []) => ranked("relative rank from 0 to 1".to_owned()),
            ("cume_dist", []) => ranked("share of rows up to this one".to_owned()),
            ("ntile", [n]) => ranked(format!("which of {} equal parts", self.operand(n, scope))),
            ("lag", [x, rest @ ..]) => ranked(self.neighbour(x, rest, "previous", "earlier", scope)?),
            ("lead", [x, rest @ ..]) => ranked(self.neighbour(x, rest, "next", "later", scope)?),
            ("first_value" | "first", [x]) if is_whole_or_running(spec) => {
                ranked(format!("first {}", self.operand(x, scope)))
            }
            ("last_value" | "last", [x]) if spec.window_frame.as_ref().is_some_and(reaches_end) => {
                ranked(format!("last {}", self.operand(x, scope)))
            }
            _ => return self.window_aggregate(function, spec, &where_in, order.as_deref(), scope),
        };
        Some(said)
    }

    fn window_aggregate(
        &self,
        function: &Function,
        spec: &WindowSpec,
        where_in: &str,
        order: Option<&str>,
        scope: &Scope<'_>,
    ) -> Option<String> {
        let bare = Function { over: None, ..function.clone() };
        if !crate::inspect::aggregates::is_aggregate(&bare) {
            return None;
        }
        let said = self.aggregate(&bare, scope)?;
        let everything = if where_in.is_empty() { " over all rows" } else { where_in };
        match (order, &spec.window_frame) {
            (None, None) => Some(format!("{said}{everything}")),
            (Some(order), None) => Some(format!("running {said}{where_in} ({order})")),
            (Some(order), Some(frame)) if is_running(frame) => Some(format!("running {said}{where_in} ({order})")),
            (_, Some(frame)) if frame_is_everything(frame) => Some(format!("{said}{everything}")),
            (Some(order), Some(frame)) => Some(format!("{said} over {}{where_in} ({order})", frame_words(frame)?)),
            (None, Some(_)) => None,
        }
    }

    fn partition(&self, spec: &WindowSpec, scope: &Scope<'_>) -> String {
        if spec.partition_by.is_empty() {
            return String::new();
        }
        let keys: Vec<String> = spec.partition_by.iter().map(|key| self.value(key, scope)).collect();
        format!(" within each {}", words::list(&keys, "and"))
    }

    fn window_order(&self, spec: &WindowSpec, scope: &Scope<'_>) -> Option<String> {
        (!spec.order_by.is_empty()).then(|| self.order_words(&spec.order_by, scope, &[]))
    }

    fn neighbour(&self, x: &Expr, rest: &[&Expr], near: &str, far: &str, scope: &Scope<'_>) -> Option<String> {
        let subject = self.operand(x, scope);
        let distance = rest.first().and_then(|n| super::order::whole_number(n));
        let said = match (rest.first(), distance) {
            (None, _) | (_, Some(1)) => format!("{near} {subject}"),
            (_, Some(n)) => format!("{subject} {} {far}", words::counted(n, "row")),
            _ => return None,
        };
        match rest {
            [] | [_] => Some(said),
            [_, default] => Some(format!("{said} (or {} where there is none)", self.operand(default, scope))),
            _ => None,
        }
    }
}

fn is_running(frame: &WindowFrame) -> bool {
    matches!(frame.start_bound, WindowFrameBound::Preceding(None))
        && matches!(frame.end_bound, None | Some(WindowFrameBound::CurrentRow))
}

fn frame_is_everything(frame: &WindowFrame) -> bool {
    matches!(frame.start_bound, WindowFrameBound::Preceding(None)) && reaches_end(frame)
}

fn reaches_end(frame: &WindowFrame) -> bool {
    matches!(frame.end_bound, Some(WindowFrameBound::Following(None)))
}

fn is_whole_or_running(spec: &WindowSpec) -> bool {
    spec.window_frame.as_ref().is_none_or(|frame| matches!(frame.start_bound, WindowFrameBound::Preceding(None)))
}

/// "this row and the 6 before it". Only rows are counted; ranges of values have no short words.
fn frame_words(frame: &WindowFrame) -> Option<String> {
    if !matches!(frame.units, WindowFrameUnits::Rows) {
        return None;
    }
    let before = match &frame.start_bound {
        WindowFrameBound::Preceding(Some(n)) => Some(format!("the {n} before it")),
        WindowFrameBound::Preceding(None) => Some("all before it".to_owned()),
        WindowFrameBound::CurrentRow => None,
        WindowFrameBound::Following(_) => return None,
    };
    let after = match &frame.end_bound {
        None | Some(WindowFrameBound::CurrentRow) => None,
        Some(WindowFrameBound::Following(Some(n))) => Some(format!("the {n} after it")),
        Some(WindowFrameBound::Following(None)) => Some("all after it".to_owned()),
        Some(WindowFrameBound::Preceding(_)) => return None,
    };
    let parts: Vec<String> = std::iter::once("this row".to_owned()).chain(before).chain(after).collect();
    Some(words::list(&parts, "and"))
}
