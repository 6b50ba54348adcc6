//! First aid: mends a statement that was refused or failed, where the mend is certain.
//!
//! Called by the workflow before it asks a mind for a repair. Each file beside this one owns one kind of mend, works
//! on the text at the places of its tokens, and gives nothing as soon as two readings are possible. What comes out
//! has passed the guard with the same context; what is not one SELECT never becomes one here.

mod aliases;
mod ambiguous;
mod calls;
mod casts;
mod columns;
mod dates;
mod formats;
mod functions;
mod grouping;
mod intervals;
mod joins;
mod limits;
mod literals;
mod names;
mod operators;
mod quoting;
mod tables;
mod text;
mod types;
mod wrapping;

use crate::guard::sight::Sight;
use crate::guard::{Rejected, check_noting};
use crate::{CheckContext, check};
use text::{Edit, Text, apply};
use vouch_model::{Catalog, Dialect, ErrorCode};

/// What the guard or the engine said of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub code: ErrorCode,
    pub message: &'a str,
}

/// A statement that passes the guard, and what was changed in it, in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    pub sql: String,
    pub notes: Vec<String>,
}

/// Different changes to one statement. More than this and it is another statement.
const MAX_MENDS: usize = 6;

/// A wrong name may stand in many places; each is one step.
const MAX_STEPS: usize = 40;

/// Longer statements are not made by hand, and every step reads the whole.
const MAX_BYTES: usize = 64 * 1024;

/// One certain change: where, and what to say of it.
struct Mend {
    edits: Vec<Edit>,
    note: String,
    /// A table that the mend has put into FROM.
    joined: Vec<String>,
}

impl Mend {
    fn new(edits: Vec<Edit>, note: impl Into<String>) -> Self {
        Self { edits, note: note.into(), joined: Vec::new() }
    }

    fn one(edit: Edit, note: impl Into<String>) -> Self {
        Self::new(vec![edit], note)
    }
}

/// The statement as it stands now, with all that a mend may look at.
struct Patient<'p> {
    text: Text<'p>,
    dialect: Dialect,
    catalog: Option<&'p Catalog>,
    problem: &'p Problem<'p>,
    synonyms: &'p dyn Fn(&str) -> Vec<String>,
    /// Tables that earlier mends have put into FROM.
    joined: &'p [String],
}

/// Mends `sql` where that is certain. `synonyms` gives other words for a word of a name.
pub fn first_aid(
    sql: &str,
    problem: &Problem<'_>,
    context: &CheckContext<'_>,
    synonyms: &dyn Fn(&str) -> Vec<String>,
) -> Option<Mended> {
    let hopeless = matches!(problem.code, ErrorCode::NotReadOnly | ErrorCode::Timeout | ErrorCode::Cancelled);
    if sql.len() > MAX_BYTES || hopeless {
        return None;
    }
    let mut care = Care { sql: sql.to_owned(), notes: Vec::new(), joined: Vec::new() };
    if check(sql, context).is_err()
        && let Some((bare, note)) = wrapping::unwrapped(sql)
    {
        care.sql = bare;
        care.notes.push(note);
    }
    for _ in 0..MAX_STEPS {
        if !care.step(problem, context, synonyms) {
            break;
        }
    }
    let changed = !care.notes.is_empty() && care.notes.len() <= MAX_MENDS;
    (changed && check(&care.sql, context).is_ok()).then_some(Mended { sql: care.sql, notes: care.notes })
}

struct Care {
    sql: String,
    notes: Vec<String>,
    joined: Vec<String>,
}

impl Care {
    /// One mend; false when there is none to make.
    fn step(
        &mut self,
        problem: &Problem<'_>,
        context: &CheckContext<'_>,
        synonyms: &dyn Fn(&str) -> Vec<String>,
    ) -> bool {
        let mut sight = None;
        let verdict = check_noting(&self.sql, context, &mut sight);
        let Some(text) = Text::read(&self.sql, context.dialect) else { return false };
        let patient = Patient {
            text,
            dialect: context.dialect,
            catalog: context.catalog,
            problem,
            synonyms,
            joined: &self.joined,
        };
        let mend = match verdict {
            Err(rejected) => for_refusal(&patient, &rejected, sight.as_ref()),
            Ok(_) => for_engine(&patient),
        };
        let Some(Mend { edits, note, joined }) = mend else { return false };
        let Some(mended) = apply(&self.sql, edits).filter(|mended| *mended != self.sql) else { return false };
        self.sql = mended;
        self.joined.extend(joined);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        true
    }
}

/// What the guard objects to.
fn for_refusal(patient: &Patient<'_>, rejected: &Rejected, sight: Option<&Sight>) -> Option<Mend> {
    use ErrorCode as E;
    match rejected.code {
        E::ColumnNotFound => {
            let sight = sight?;
            calls::unit_words(patient, sight)
                .or_else(|| quoting::text_in_double_quotes(patient, sight))
                .or_else(|| quoting::names_in_pieces(patient))
                .or_else(|| aliases::mend(patient, sight))
                .or_else(|| columns::mend(patient, sight))
                .or_else(|| joins::mend(patient, sight))
        }
        E::AmbiguousColumn => ambiguous::mend(patient, sight?),
        E::TableNotFound => quoting::names_in_pieces(patient).or_else(|| tables::mend(patient, rejected)),
        E::FunctionNotFound | E::FunctionNotAllowed => calls::mend(patient),
        E::SyntaxError | E::NotSupported => limits::mend(patient)
            .or_else(|| calls::mend(patient))
            .or_else(|| casts::mend(patient))
            .or_else(|| intervals::mend(patient))
            .or_else(|| operators::mend(patient))
            .or_else(|| quoting::backticks(patient))
            .or_else(|| quoting::brackets(patient))
            .or_else(|| quoting::names_in_pieces(patient))
            .or_else(|| quoting::reserved_names(patient)),
        E::TypeMismatch => dates::mend(patient),
        _ => None,
    }
}

/// The guard's parser takes some reserved words for names, and DuckDB does not; in SQLite's case the guard quotes them.
fn is_syntax_to_duckdb(patient: &Patient<'_>) -> bool {
    patient.dialect == Dialect::DuckDb && patient.problem.code == ErrorCode::SyntaxError
}

/// What the guard lets pass, and the engine does not, or reads as something else than was meant.
fn for_engine(patient: &Patient<'_>) -> Option<Mend> {
    quoting::backticks(patient)
        .or_else(|| casts::mend(patient))
        .or_else(|| calls::swapped_format(patient))
        .or_else(|| dates::mend(patient))
        .or_else(|| types::mend(patient))
        .or_else(|| grouping::mend(patient))
        .or_else(|| quoting::reserved_names(patient).filter(|_| is_syntax_to_duckdb(patient)))
}
