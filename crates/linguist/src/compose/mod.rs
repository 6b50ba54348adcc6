//! From chosen links to a query form: the grammar of questions.
//!
//! `reader` walks the pieces of an assignment once and fills a [`Draft`] (what is shown, counted, filtered, grouped,
//! sorted); `assemble` turns the draft into a [`crate::form::Query`]. Neither knows SQL.

mod assemble;
mod averages;
mod columns;
mod conditions;
mod contrast;
mod draft;
mod ending;
mod fragment;
mod grouping;
mod listing;
mod lists;
mod measures;
mod nouns;
mod numbers;
mod order;
mod pending;
mod people;
mod reader;
mod relax;
mod reshape;
mod rows;
mod sets;
mod shares;
mod spans;
mod texts;
mod units;
mod vary;
mod ways;
mod winner;
mod yes_no;

pub use assemble::{Assembled, assemble};
pub use draft::{Ask, Draft, Group, Item, Target};
pub use fragment::{Fragment, fragment};
pub use measures::{aggregate_name, alias_of, row_count_name};
pub use reader::read;
pub use relax::relaxed;
pub use reshape::reshaped;
pub use units::unit_of;
pub use vary::vary;
