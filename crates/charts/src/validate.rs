//! Specifications against the official Vega-Lite 6 schema, which is inside the program.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::fmt;
use std::sync::LazyLock;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A JSON pointer into the specification; empty for the whole of it.
    pub path: String,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Compiled once; a schema that does not compile would be a broken build, which a test rules out.
static SCHEMA: LazyLock<Result<Validator, String>> = LazyLock::new(|| {
    let bytes = crate::assets::unpack(crate::assets::SCHEMA);
    let mut schema: Value = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
    name_plainly(&mut schema);
    jsonschema::options().should_validate_formats(false).build(&schema).map_err(|e| e.to_string())
});

/// The schema names its definitions after TypeScript's types, as `MarkPropDef<(Gradient|string|null)>`, which
/// are no URIs; a validator may refuse to refer to them.
fn name_plainly(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(target)) = map.get_mut("$ref")
                && let Some(name) = target.strip_prefix("#/definitions/")
            {
                *target = format!("#/definitions/{}", plain(name));
            }
            if let Some(Value::Object(definitions)) = map.get_mut("definitions") {
                *definitions =
                    std::mem::take(definitions).into_iter().map(|(name, value)| (plain(&name), value)).collect();
            }
            map.values_mut().for_each(name_plainly);
        }
        Value::Array(items) => items.iter_mut().for_each(name_plainly),
        _ => {}
    }
}

fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("_{:x}", u32::from(c)) };
    name.chars().map(letter).collect()
}

/// A person or a model mends the first few; more would hide them.
const MOST_PROBLEMS: usize = 5;

pub fn validate(spec: &Value) -> Result<(), Vec<Problem>> {
    let validator = match &*SCHEMA {
        Ok(validator) => validator,
        Err(why) => return Err(vec![Problem { path: String::new(), message: format!("the schema is broken: {why}") }]),
    };
    if validator.is_valid(spec) {
        return Ok(());
    }
    let mut problems: Vec<Problem> = Vec::new();
    for error in validator.iter_errors(spec) {
        let problem = explain(&error, 0);
        if !problems.contains(&problem) {
            problems.push(problem);
        }
        if problems.len() == MOST_PROBLEMS {
            break;
        }
    }
    Err(problems)
}

/// "Is not valid under any of 7 schemas" helps nobody: of the alternatives, the one that got furthest into the
/// specification before it failed is the one that was meant.
fn explain(error: &ValidationError<'_>, depth: usize) -> Problem {
    let alternatives = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => return problem(error),
    };
    if depth > 12 {
        return problem(error);
    }
    let own = error.instance_path().to_string();
    let reached = |problems: &[Problem]| problems.iter().map(|p| p.path.matches('/').count()).max().unwrap_or(0);
    let candidates = alternatives.iter().map(|errors| errors.iter().map(|e| explain(e, depth + 1)).collect::<Vec<_>>());
    // Deepest first; among equals the one with fewest complaints.
    let best = candidates
        .filter(|problems| !problems.is_empty())
        .max_by_key(|problems| (reached(problems), std::cmp::Reverse(problems.len())));
    let deepest = best.and_then(|problems| problems.into_iter().max_by_key(|p| p.path.matches('/').count()));
    deepest.filter(|p| p.path.len() > own.len()).unwrap_or_else(|| problem(error))
}

fn problem(error: &ValidationError<'_>) -> Problem {
    let message = match error.kind() {
        ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::OneOfNotValid { .. } => {
            format!("{} is not allowed here", crate::words::shorten(&error.instance().to_string(), 80))
        }
        _ => crate::words::shorten(&error.to_string(), 200),
    };
    Problem { path: error.instance_path().to_string(), message }
}
