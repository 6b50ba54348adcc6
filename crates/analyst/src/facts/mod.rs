//! What is true of the rows, in figures and words, and the check that nothing else is said.
//!
//! `compute` looks at the shape of a result and states a few things worth saying; every figure remembers the cells it
//! comes from. `Ground` drops each sentence, whoever wrote it, with a figure that no cell and no fact supports.

mod compute;
mod ground;
mod naming;
mod numbers;
mod period;
mod series;

pub use compute::{capitalized, compute, compute_on};
pub use ground::{Ground, figures_in, plain_explanation};
pub use numbers::format as format_number;
