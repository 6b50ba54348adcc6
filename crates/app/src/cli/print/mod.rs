//! What a person, or the next program in the pipe, gets to see.

mod answer;
mod drawing;
mod exploration;
mod export;
mod look;
mod table;

pub use answer::{write_answer, write_checks, write_sql_outcome};
pub use drawing::{Drawing, write_chart};
pub use exploration::write_exploration;
pub use export::{Format, write_rows};
pub use look::{Look, clean_line, count, thousands, wrap};
pub use table::{Alignment, Grid};
