//! SQL as text and tree: what may run, what it becomes before it runs, and what it says in plain words.
//!
//! Pure: no engine is linked here. The engine's own parser comes in through [`EngineParser`], which a
//! connector implements. [`check`] is the only maker of [`CheckedSql`], and connectors run nothing else, so
//! whatever reaches an engine has passed this room.

mod called_off;
mod cut;
mod dialect;
mod first_aid;
mod fixes;
mod functions;
mod guard;
mod inspect;
mod lens;
mod nearest;
mod restate;
mod structure;
mod tenant;
mod visiting;

pub use called_off::{LeavingOut, drawn_on, leaving_out};
pub use cut::{Cut, beyond_the_cut, with_limit};
pub use dialect::{quote_identifier, quote_text};
pub use first_aid::{Mended, Problem, first_aid};
pub use fixes::{keeping_unmatched, with_value};
pub use guard::{CheckContext, CheckedSql, EngineParser, EngineVerdict, Policy, Position, Rejected, check};
pub use inspect::{FanOut, FilterLiteral, JoinLoss, LiteralOperator, Shape, SkippedNulls, inspect};
pub use lens::{Lens, LensColumn, LensMeasure, lens};
pub use nearest::nearest_names;
pub use restate::{day_of_text, parts, restate, span_words, without};
pub use structure::structure;
pub use tenant::{TenantColumn, TenantPolicy, TenantSettings};
