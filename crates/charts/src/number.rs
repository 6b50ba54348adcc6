//! Figures as people write them: thousands apart, k, M, B for big ones, units where they belong.
//!
//! The same rules twice: `full` and `short` for words and terminals, `label_expr` and `format` for Vega.

use crate::words::Unit;

/// Every digit that matters: `1,234.5`, `$12.50`, `3.4%`.
pub(crate) fn full(x: f64, unit: Unit) -> String {
    with_unit(x, unit, |x| grouped(x, decimals_for(x)))
}

/// For axes and narrow places: `1.2M`.
pub(crate) fn short(x: f64, unit: Unit) -> String {
    with_unit(x, unit, |x| {
        for (size, letter) in [(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")] {
            // 999,950 would read "1000k".
            if x >= size * 0.99995 && (size > 1e3 || x >= 9_999.5) {
                return format!("{}{letter}", trim(&format!("{:.*}", short_decimals(x / size), x / size)));
            }
        }
        grouped(x, decimals_for(x))
    })
}

fn short_decimals(x: f64) -> usize {
    match x {
        x if x >= 99.95 => 0,
        x if x >= 9.995 => 1,
        _ => 2,
    }
}

fn with_unit(x: f64, unit: Unit, write: impl Fn(f64) -> String) -> String {
    if !x.is_finite() {
        return "—".to_owned();
    }
    let sign = if x < 0.0 { "−" } else { "" };
    match unit {
        Unit::Plain => format!("{sign}{}", write(x.abs())),
        Unit::Currency(symbol) => format!("{sign}{symbol}{}", write(x.abs())),
        Unit::Percent => format!("{sign}{}%", trim(&format!("{:.1}", x.abs()))),
        Unit::Fraction => format!("{sign}{}%", trim(&format!("{:.1}", x.abs() * 100.0))),
    }
}

fn decimals_for(x: f64) -> usize {
    match x {
        x if x >= 1_000.0 => 0,
        x if x >= 1.0 => 2,
        x if x >= 0.01 => 3,
        _ => 6,
    }
}

fn grouped(x: f64, decimals: usize) -> String {
    if x != 0.0 && !(1e-6..1e15).contains(&x) {
        return format!("{x:.2e}");
    }
    let text = trim(&format!("{x:.decimals$}"));
    let (whole, fraction) = text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let count = whole.len();
    let mut out = String::with_capacity(count + count / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (count - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    fraction.map_or(out.clone(), |fraction| format!("{out}.{fraction}"))
}

fn trim(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
}

/// Ticks are round numbers and may need all their digits; a figure beside a mark is read at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    Tick,
    Mark,
}

impl Precision {
    fn digits(self) -> usize {
        if self == Precision::Tick { 4 } else { 3 }
    }

    fn decimals(self, reach: f64) -> usize {
        match self {
            Precision::Tick => 3,
            Precision::Mark if reach >= 100.0 => 0,
            Precision::Mark if reach >= 10.0 => 1,
            Precision::Mark => 2,
        }
    }
}

/// An expression over `value` (Vega's language) for figures that reach `least..greatest`.
pub(crate) fn label_expr(value: &str, unit: Unit, least: f64, greatest: f64, precision: Precision) -> String {
    let span = (greatest - least).abs();
    let reach = greatest.abs().max(least.abs());
    if unit == Unit::Fraction {
        return format!(
            "format({value}, '{}')",
            if span < 0.05 || precision == Precision::Mark { ".1~%" } else { ".0%" }
        );
    }
    // d3 says G where people say B.
    let digits = |v: &str| match reach {
        r if r >= 1e15 => format!("format({v}, '.2~e')"),
        r if r >= 1e4 => format!("replace(format({v}, '.{}~s'), 'G', 'B')", precision.digits()),
        r if r >= 1.0 => format!("format({v}, ',.{}~f')", precision.decimals(r)),
        _ => format!("format({v}, '.4~g')"),
    };
    match unit {
        Unit::Currency(symbol) => {
            format!("({value} < 0 ? '−{symbol}' : '{symbol}') + {}", digits(&format!("abs({value})")))
        }
        Unit::Percent => format!("{} + '%'", digits(value)),
        Unit::Plain | Unit::Fraction => digits(value),
    }
}

/// A d3 format for tooltips.
pub(crate) fn format(unit: Unit) -> &'static str {
    match unit {
        Unit::Fraction => ".1~%",
        Unit::Currency("$") => "$,.2~f",
        _ => ",.4~f",
    }
}

#[cfg(test)]
#[path = "number_tests.rs"]
mod tests;
