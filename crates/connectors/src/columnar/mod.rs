//! Rows for programs that read columns with types: Parquet here, and which type a column has for whoever writes another
//! such file. Not on any question's way: what is written are rows that a checked statement has given already.

mod kinds;
mod parquet;

pub use kinds::{ColumnLayout, Kind, layout, unscaled};
pub use parquet::write_parquet;

#[cfg(test)]
#[path = "columnar_tests.rs"]
mod tests;
