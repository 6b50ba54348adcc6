//! Answers `{"op": ..., "args": [...]}` per line of standard input with a line of JSON: `{"ok": ...}` or
//! `{"error": ...}`. What `evals/statistics/compare.py` asks, to hold every function against SciPy.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, BufWriter, Write};
use vouch_analyst::statistics::*;

#[derive(Deserialize)]
struct Question {
    op: String,
    args: Value,
}

type Answer = Result<Value, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let question: Question = serde_json::from_str(&line?)?;
        let answer = match answer(&question.op, question.args) {
            Ok(value) => json!({ "ok": value }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn answer(op: &str, args: Value) -> Answer {
    match op {
        "welch_t" | "anova" | "welch_anova" | "measure_by_category" => of_summaries(op, args),
        "contingency" | "association" | "fisher_exact" | "two_proportions" | "category_by_category" => {
            of_counts(op, args)
        }
        "holm" => figures(holm(&one::<Vec<f64>>(args)?)),
        "benjamini_hochberg" => figures(benjamini_hochberg(&one::<Vec<f64>>(args)?)),
        "simpson_difference" => {
            let (strata, alpha): (Vec<(Summary, Summary)>, f64) = read(args)?;
            figures(simpson_difference(&strata, alpha)?)
        }
        "simpson_correlation" => {
            let (pooled, strata, alpha): ((u64, f64), Vec<(u64, f64)>, f64) = read(args)?;
            figures(simpson_correlation(pooled, &strata, alpha)?)
        }
        "pearson" | "measure_by_number" | "line_from_moments" => of_moments(op, args),
        _ if args.get(0).is_some_and(Value::is_array) => of_vectors(op, args),
        _ => special(op, args),
    }
}

fn special(op: &str, args: Value) -> Answer {
    let numbers: Vec<f64> = read(args)?;
    let value = match (op, numbers.as_slice()) {
        ("ln_gamma", [x]) => ln_gamma(*x),
        ("gamma_lower", [a, x]) => gamma_lower(*a, *x),
        ("gamma_upper", [a, x]) => gamma_upper(*a, *x),
        ("beta_lower", [a, b, x]) => beta_lower(*a, *b, *x),
        ("normal_sf", [z]) => normal_sf(*z),
        ("normal_two_sided", [z]) => normal_two_sided(*z),
        ("t_sf", [t, df]) => t_sf(*t, *df),
        ("t_two_sided", [t, df]) => t_two_sided(*t, *df),
        ("f_sf", [f, df1, df2]) => f_sf(*f, *df1, *df2),
        ("chi2_sf", [x, df]) => chi2_sf(*x, *df),
        _ => return Err(format!("there is no {op} with {} numbers", numbers.len()).into()),
    };
    figures(value)
}

fn of_summaries(op: &str, args: Value) -> Answer {
    let groups: Vec<Summary> = one(args)?;
    match (op, groups.as_slice()) {
        ("welch_t", [first, second]) => figures(welch_t(first, second)?),
        ("anova", groups) => figures(anova(groups)?),
        ("welch_anova", groups) => figures(welch_anova(groups)?),
        ("measure_by_category", groups) => figures(measure_by_category(groups)?),
        _ => Err(format!("{op} does not take {} groups", groups.len()).into()),
    }
}

fn of_moments(op: &str, args: Value) -> Answer {
    if op == "line_from_moments" {
        let (x, y, r): (Summary, Summary, f64) = read(args)?;
        return figures(line_from_moments(&x, &y, r)?);
    }
    let (n, r): (u64, f64) = read(args)?;
    if op == "pearson" { figures(pearson(n, r)?) } else { figures(measure_by_number(n, r)?) }
}

fn of_counts(op: &str, args: Value) -> Answer {
    if op == "fisher_exact" {
        return figures(fisher_exact(one(args)?)?);
    }
    if op == "two_proportions" {
        let (first, second) = read(args)?;
        return figures(two_proportions(first, second)?);
    }
    let table: Vec<Vec<u64>> = one(args)?;
    match op {
        "contingency" => figures(contingency(&table)?),
        "association" => figures(association(&table)?),
        _ => figures(category_by_category(&table)?),
    }
}

fn of_vectors(op: &str, args: Value) -> Answer {
    if op == "generalized_esd" {
        let (values, most, alpha): (Vec<f64>, usize, f64) = read(args)?;
        return figures(generalized_esd(&values, most, alpha)?);
    }
    let vectors: Vec<Vec<f64>> = read(args)?;
    let slices: Vec<&[f64]> = vectors.iter().map(Vec::as_slice).collect();
    match (op, slices.as_slice()) {
        ("summary", [x]) => figures(Summary::of(x)),
        ("describe", [x]) => figures(describe(x)),
        ("ranks", [x]) => figures(ranks(x)),
        ("robust_z", [x]) => figures(robust_z(x)?),
        ("tukey_fences", [x]) => {
            let description = describe(x).ok_or("no values")?;
            figures(tukey_fences(description.q1, description.q3, 1.5)?)
        }
        ("correlation", [x, y]) => figures(correlation(x, y)?),
        ("spearman", [x, y]) => figures(spearman(x, y)?),
        ("line", [x, y]) => figures(line(x, y)?),
        ("mann_whitney", [x, y]) => figures(mann_whitney(x, y)?),
        ("kolmogorov_smirnov", [x, y]) => figures(kolmogorov_smirnov(x, y)?),
        ("kruskal_wallis", samples) => figures(kruskal_wallis(samples)?),
        ("mann_kendall", [x]) => figures(mann_kendall(x, Noise::Independent)?),
        ("mann_kendall_autocorrelated", [x]) => figures(mann_kendall(x, Noise::Autocorrelated)?),
        ("change_point", [x]) => figures(change_point(x, 1)?),
        ("shift_against_level", [x]) => figures(shift_test(x, Steady::Level, 1)?),
        ("shift_against_trend", [x]) => figures(shift_test(x, Steady::Trend, 1)?),
        _ => Err(format!("there is no {op} of {} vectors", slices.len()).into()),
    }
}

fn figures(value: impl Serialize) -> Answer {
    Ok(serde_json::to_value(value)?)
}

fn read<T: DeserializeOwned>(args: Value) -> Result<T, Box<dyn Error>> {
    Ok(serde_json::from_value(args)?)
}

/// The only argument.
fn one<T: DeserializeOwned>(args: Value) -> Result<T, Box<dyn Error>> {
    let (argument,) = read(args)?;
    Ok(argument)
}
